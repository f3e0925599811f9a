import { delimiterOf, isDeclaration } from './csv-sections';

describe('the delimiter of a table', () => {
  it.each([
    ['a,b,c\n1,2,3\n', ','],
    ['a;b;c\n1,5;2,5;3\n2,5;1;4\n', ';'],
    ['a\tb\n1,5\t2,5\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['"x;y",b\n"1;2",3\n', ','],
    ['sep=|\na;b|c\n', '|'],
    ['one\ntwo\n', ','],
    ['a;b', ';'],
  ])('of %j is %j', (sample, delimiter) => expect(delimiterOf(sample)).toBe(delimiter));

  it('may be declared in a line of its own', () => {
    expect(isDeclaration(['sep=', ''])).toBe(true);
    expect(isDeclaration(['name', 'sep='])).toBe(false);
  });
});
