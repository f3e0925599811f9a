import { isDivided, joinLines, PdfLine } from './pdf-lines';

function line(text: string, y: number, { left = 0, height = 10 } = {}): PdfLine {
  return { text, left, right: left + text.length * 5, y, height };
}

describe('a word divided at the end of a line', () => {
  it.each([
    ['the observers un-', 'derstood it'],
    ['the soft hy\u00ad', 'Phen'],
    ['ein Über-', 'gang'],
  ])('is put together: %s %s', (first, second) => expect(isDivided(first, second)).toBe(true));

  it.each([
    ['the years 1914-', '1918'],
    ['the Anglo-', 'Saxon kings'],
    ['state-of-the-', 'art'],
    ['a self-', 'made man'],
    ['an aside -', 'like this'],
  ])('is not seen where the hyphen belongs to the text: %s %s', (first, second) =>
    expect(isDivided(first, second)).toBe(false),
  );
});

describe('lines of a page', () => {
  it('are running text when the line before is full', () => {
    expect(joinLines([line('a line that is as wide as any', 100), line('and its end', 88)])).toBe(
      'a line that is as wide as any and its end',
    );
  });

  it('stay lines when the line before is short', () => {
    expect(joinLines([line('short', 100), line('a line that is as wide as any', 88)])).toBe(
      'short\na line that is as wide as any',
    );
  });

  it('are a new paragraph after a gap, in another size, or indented', () => {
    expect(joinLines([line('the first text', 100), line('the second one', 70)])).toBe(
      'the first text\n\nthe second one',
    );
    expect(joinLines([line('A heading', 100, { height: 16 }), line('its text', 84)])).toBe(
      'A heading\n\nits text',
    );
    expect(joinLines([line('the first text', 100), line('an indented', 88, { left: 15 })])).toBe(
      'the first text\n\nan indented',
    );
  });

  it('keep the hyphen of a word that has one, without a space', () => {
    expect(joinLines([line('a man who is self-', 100), line('made', 88)])).toBe('a man who is self-made');
  });
});
