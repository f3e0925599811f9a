import { isPageValid, PAGE_BYTES } from './page-checksum';

/** Words of a page; the upper half of the fourth one says that it is in use. */
function pageOf(word: (at: number) => number): Int32Array {
  return Int32Array.from({ length: PAGE_BYTES / 4 }, (_, at) => word(at));
}

describe('isPageValid', () => {
  it('accepts a new page, which holds zeros only', () => {
    expect(
      isPageValid(
        pageOf(() => 0),
        0,
        7,
      ),
    ).toBe(true);
  });

  it('refuses a page that looks new and holds something', () => {
    expect(
      isPageValid(
        pageOf((at) => (at === 2_000 ? 1 : 0)),
        0,
        7,
      ),
    ).toBe(false);
  });

  it.each([0xa5a5a5a5, 0x00ffffff, -1])('refuses a page that was overwritten with %d', (word) => {
    expect(
      isPageValid(
        pageOf(() => word),
        0,
        0,
      ),
    ).toBe(false);
  });
});
