import fc from 'fast-check';
import { requestIdFrom } from './observed-request';

describe('requestIdFrom', () => {
  it('takes 1 to 128 visible ASCII characters', () => {
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: visible, minLength: 1, maxLength: 128 }), (id) => {
        expect(requestIdFrom(id)).toBe(id);
      }),
    );
  });

  it.each([
    [undefined],
    [''],
    ['a b'],
    ['a\nb'],
    ['a\n'],
    ['é'],
    ['\u007f'],
    ['x'.repeat(129)],
    [['a', 'b']],
  ])('leaves %j', (header) => {
    expect(requestIdFrom(header)).toBeNull();
  });
});
