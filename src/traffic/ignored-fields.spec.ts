import { ignoredFieldsHeader } from './ignored-fields';

describe('X-Ignored-Fields', () => {
  it('names the fields', () => {
    expect(ignoredFieldsHeader(['tag', 'agent'])).toBe('tag, agent');
  });

  it('holds safe characters only', () => {
    expect(ignoredFieldsHeader(['a\r\nSet-Cookie: x', 'größe', ''])).toBe('a__Set-Cookie__x, gr__e, _');
  });

  it('names the first ten', () => {
    const names = Array.from({ length: 11 }, (_, index) => `f${index}`);
    expect(ignoredFieldsHeader(names)).toBe(names.slice(0, 10).join(', '));
  });

  it('has 200 characters at most, and no half name of several', () => {
    const names = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(80));
    const header = ignoredFieldsHeader(names);
    expect(header.split(', ').map((each) => each.length)).toEqual([64, 64, 64]);
  });
});
