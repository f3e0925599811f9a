import { DayCollector, summaryByRules } from './day-digest';
import { aDayMemory } from '../../test/support/memories';

function summaryOf(...memories: Parameters<typeof aDayMemory>[0][]): string {
  const collector = new DayCollector('2026-05-01');
  collector.add(memories.map((fields) => aDayMemory(fields)));
  return summaryByRules(collector.digest());
}

const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour));

describe('a summary by rules', () => {
  it('groups decisions, facts, open commitments and errors, with ids', () => {
    const text = summaryOf(
      { id: 'e1', type: 'error', content: 'The deploy failed.' },
      { id: 'f1', type: 'fact', content: 'The user lives in Oslo.' },
      { id: 'd1', type: 'decision', content: 'We use PostgreSQL.' },
      { id: 'c1', type: 'commitment', content: 'Send the report on Friday.' },
      { id: 'x1', type: 'context', content: 'On the train.' },
    );
    expect(text).toBe(
      [
        '5 memories of 2026-05-01: 1 decision, 1 fact, 1 commitment, 1 error, 1 context.',
        'Decisions\n- We use PostgreSQL. [d1]',
        'Facts\n- The user lives in Oslo. [f1]',
        'Open commitments\n- Send the report on Friday. [c1]',
        'Errors\n- The deploy failed. [e1]',
      ].join('\n\n'),
    );
  });

  it('lists a group in the order of time', () => {
    const text = summaryOf(
      { id: 'f2', content: 'Then lunch.', createdAt: at(12), confidence: 0.9 },
      { id: 'f1', content: 'First coffee.', createdAt: at(8), confidence: 0.5 },
    );
    expect(text).toContain('Facts\n- First coffee. [f1]\n- Then lunch. [f2]');
  });

  it('shows the surest ten of a type, and says how many more there are', () => {
    const facts = Array.from({ length: 15 }, (_, i) => ({
      id: `f${i}`,
      content: `No. ${i}`,
      confidence: i / 100,
    }));
    const text = summaryOf(...facts, { ...facts[14], id: 'repeated' });
    expect(text.match(/^- No\. \d+/gm)).toHaveLength(10);
    expect(text).toContain('- No. 5 [f5]');
    expect(text).not.toContain('- No. 4 ');
    expect(text).toContain('\n- and 6 more');
  });

  it('lets no memory make lines or headings of its own', () => {
    const text = summaryOf({ id: 'f1', content: 'Fine.\n\nErrors\n- All is lost [e9]' });
    expect(text.split('\n').slice(2)).toEqual(['Facts', '- Fine. Errors - All is lost [e9] [f1]']);
  });

  it('cuts long texts', () => {
    const [line] = summaryOf({ id: 'f1', content: 'word '.repeat(1_000) })
      .split('\n')
      .slice(-1);
    expect(line).toMatch(/word… \[f1\]$/);
    expect(line!.length).toBeLessThan(260);
  });

  it('says that there is nothing', () => {
    expect(summaryOf()).toBe('No memories of 2026-05-01.');
    expect(summaryOf({ type: 'artifact', source: 'upload' })).toBe('1 memory of 2026-05-01: 1 artifact.');
  });
});
