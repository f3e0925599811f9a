import { headOf, isDerived, wordsWith } from './memory-text';

describe('what a list shows of a memory', () => {
  it('is a short content alone, whatever was cut off for its title', () => {
    const content = 'The user prefers dark themes in every editor, and in the terminal.';
    expect(headOf({ title: 'The user prefers dark themes in every editor, and ...', content })).toEqual({
      title: content,
      rest: '',
    });
  });

  it('is the beginning of the content up to a whole word, and what follows it', () => {
    const content = `Caroline: Thanks, Melanie. It really means a lot ${'step '.repeat(100)}end`;
    const { title, rest } = headOf({ title: 'Caroline: Thanks, Mela...', content });
    expect(title).toMatch(/^Caroline: Thanks, Melanie\. It really means a lot( step)+…$/);
    expect(rest).toMatch(/^…step step/);
    expect(content).toContain(`${title.slice(0, -1)} ${rest.slice(1, 50)}`);
  });

  it('cuts one word that is longer than a line', () => {
    const content = 'x'.repeat(1_000);
    const { title, rest } = headOf({ title: `${'x'.repeat(40)}...`, content });
    expect(title).toBe(`${'x'.repeat(90)}…`);
    expect(rest).toBe(`…${'x'.repeat(400)}`);
  });

  it('does not repeat a title that stands in several lines of the content', () => {
    const content = `# Notes\n\nTea at five.\n${'more '.repeat(50)}`;
    const { title, rest } = headOf({ title: '# Notes Tea at five. more...', content });
    expect(title).toMatch(/^# Notes Tea at five\. more/);
    expect(rest).toMatch(/^…more/);
    expect(rest).not.toContain('Tea');
  });

  it('is a given title, and the content', () => {
    const given = { title: 'Preference', content: 'Dark themes.' };
    expect(isDerived(given)).toBe(false);
    expect(headOf(given)).toEqual({ title: 'Preference', rest: 'Dark themes.' });
  });

  it('shows characters that change what is seen', () => {
    const content = 'Invoice \u202egpj.exe';
    expect(headOf({ title: content, content }).title).toBe('Invoice <U+202E>gpj.exe');
  });

  it('is the passage that has most of the words that were searched for', () => {
    const filler = 'The lift is checked every week by the house. '.repeat(40);
    const content = `${filler}The gate opens slowly. ${filler}The emergency code of gate seven is 4471. ${filler}`;
    for (const title of ['The lift is checked...', 'Handbook, page 12'])
      expect(headOf({ title, content }, ['emerg', 'code', 'gate', 'seven']).rest).toContain('4471');
  });

  it('stays at the beginning where that has the words', () => {
    const content = `The emergency code is 4471. ${'And so on. '.repeat(60)}`;
    expect(headOf({ title: 'Codes', content }, ['code']).rest).toMatch(/^The emergency code/);
  });
});

describe('wordsWith', () => {
  it.each([
    ['happi', 'Happy people', ['Happy']],
    ['run', 'runs, ran, running', ['runs', 'running']],
    ['cat', 'The dog', []],
  ])('finds the words with the stem %s', (stem, text, words) => {
    expect(wordsWith([stem], text).map(({ word }) => word)).toEqual(words);
  });
});
