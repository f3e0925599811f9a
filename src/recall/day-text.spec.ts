import { DayCollector, type DayChange } from './day-digest';
import { summaryByRules } from './day-text';
import { aDayMemory } from '../../test/support/memories';

type Fields = Parameters<typeof aDayMemory>[0];

function summaryOf(...memories: Fields[]): string {
  return summaryWith([], ...memories);
}

function summaryWith(changes: readonly DayChange[], ...memories: Fields[]): string {
  const collector = new DayCollector('2026-05-01');
  collector.add(memories.map((fields) => aDayMemory(fields)));
  return summaryByRules({ ...collector.digest(), changes }, 'english');
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

  it('takes any of those that are equally sure, not the first or last ones', () => {
    const facts = Array.from({ length: 200 }, (_, i) => ({
      id: `${i}`.padStart(12, '0').split('').reverse().join(''),
      content: `number ${i}`,
      createdAt: new Date(Date.UTC(2026, 4, 1) + i * 60_000),
    }));
    const shown = [...summaryOf(...facts).matchAll(/- number (\d+)/g)].map(([, n]) => Number(n));
    expect(shown).toHaveLength(10);
    expect(shown).toEqual([...shown].sort((a, b) => a - b));
    expect(shown.at(-1)! - shown[0]!).toBeGreaterThan(100);
  });

  it('puts together what is about one subject, the largest first', () => {
    const text = summaryOf(
      { id: 'p1', content: 'The Falcon release is due on Monday.' },
      { id: 'a1', type: 'preference', content: 'Ana likes green tea.', createdAt: at(1) },
      { id: 'u1', content: 'The user lives in Oslo.', createdAt: at(1) },
      { id: 'a2', content: 'Last week Ana moved to Porto.', createdAt: at(2) },
      { id: 'a3', type: 'decision', content: 'Ana leads the API team.', createdAt: at(3) },
      { id: 'u2', content: 'A nurse', key: 'user.job', createdAt: at(2) },
      { id: 'x1', content: 'It rains.' },
    );
    expect(text.split('\n\n').slice(1)).toEqual([
      'Ana\n- Ana likes green tea. [a1]\n- Last week Ana moved to Porto. [a2]\n- Ana leads the API team. [a3]',
      'The user\n- The user lives in Oslo. [u1]\n- A nurse [u2]',
      'Facts\n- The Falcon release is due on Monday. [p1]\n- It rains. [x1]',
    ]);
  });

  it('tells changes as changes, and what was replaced with what replaced it alone', () => {
    const changes: DayChange[] = [
      { newerId: 'n1', kind: 'replaces', older: { id: 'o1', text: 'We deploy on Fridays.' } },
      { newerId: 'n2', kind: 'may replace', older: { id: 'o2', text: 'The retention is 90 days.' } },
      { newerId: 'n3', kind: 'contradicts', older: { id: 'o3', text: 'I built the Docker image.' } },
    ];
    const text = summaryWith(
      changes,
      { id: 'o1', content: 'We deploy on Fridays.', createdAt: at(1) },
      { id: 'n1', content: 'We deploy on Mondays.', createdAt: at(2) },
      { id: 'n2', content: 'The retention is 30 days.', createdAt: at(3) },
      { id: 'n3', content: 'I have never used Docker.', createdAt: at(4) },
      { id: 'x1', content: 'It rains.' },
    );
    expect(text.split('\n\n').slice(1)).toEqual([
      'Changes\n' +
        '- We deploy on Mondays. [n1] Before: We deploy on Fridays. [o1]\n' +
        '- The retention is 30 days. [n2] May replace: The retention is 90 days. [o2]\n' +
        '- I have never used Docker. [n3] Against: I built the Docker image. [o3]',
      'Facts\n- It rains. [x1]',
    ]);
  });

  it('says of what a later day replaced until when it held', () => {
    const validTo = new Date('2026-05-03T10:00:00Z');
    expect(summaryOf({ id: 'f1', content: 'It rains.', supersededBy: 'later', validTo })).toContain(
      '- It rains. (until 2026-05-03) [f1]',
    );
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
