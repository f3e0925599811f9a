import { headOf, isDerived } from './memory-text';

describe('what a list shows of a memory', () => {
  it('is a short content alone, whatever was cut off for its title', () => {
    const content = 'The user prefers dark themes in every editor, and in the terminal.';
    expect(headOf({ title: 'The user prefers dark themes in every editor, and ...', content })).toEqual({
      title: content,
      rest: '',
    });
  });

  it('is the title and what follows it', () => {
    const content = `The plan: ${'step '.repeat(100)}end`;
    const { title, rest } = headOf({ title: 'The plan: step step...', content });
    expect(title).toBe('The plan: step step...');
    expect(rest).toMatch(/^…step step/);
  });

  it('does not repeat a title that stands in several lines of the content', () => {
    const content = `# Notes\n\nTea at five.\n${'more '.repeat(50)}`;
    expect(headOf({ title: '# Notes Tea at five. more...', content }).rest).toMatch(/^…more/);
  });

  it('is a given title, and the content', () => {
    const given = { title: 'Preference', content: 'Dark themes.' };
    expect(isDerived(given)).toBe(false);
    expect(headOf(given)).toEqual({ title: 'Preference', rest: 'Dark themes.' });
  });
});
