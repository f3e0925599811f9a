import { storedMemory } from '../../test/support/memories';
import type { Memory } from '../backend/memory';
import { NO_LINK, PairJudge, type PairQuestion, type PairVerdict } from '../links/pair-judge';
import type { FoundPair } from './generation';
import { ReportJudge } from './report-judge.service';

const signal = new AbortController().signal;
const memory = (content: string, day: number): Memory =>
  storedMemory({ content, createdAt: new Date(Date.UTC(2026, 2, day)) });
const [berlin, munich, bonn] = [
  memory('Lives in Berlin', 1),
  memory('Lives in Munich', 2),
  memory('Lives in Bonn', 3),
];

const update = (olderId: string, newerId: string, more: Partial<PairVerdict> = {}): PairVerdict => ({
  ...NO_LINK,
  link: { olderId, newerId, kind: 'update', certainty: 0.9, foundBy: 'judge' },
  ...more,
});

class Judge extends PairJudge {
  readonly questions: PairQuestion[] = [];
  constructor(private readonly verdict: (newer: Memory, older: Memory) => PairVerdict) {
    super();
  }
  judge(question: PairQuestion): Promise<PairVerdict[]> {
    this.questions.push(question);
    return Promise.resolve(question.candidates.map((each) => this.verdict(question.memory, each.memory)));
  }
}

const found = (older: Memory, newer: Memory): FoundPair => ({
  older,
  newer,
  found: { words: 0.5, vectors: null },
});
const PAIRS = [found(berlin, bonn), found(berlin, munich), found(munich, bonn)];

describe('ReportJudge', () => {
  it('asks once for each newer memory, and keeps the order of the pairs', async () => {
    const judge = new Judge((newer, older) => (older === berlin ? update(older.id, newer.id) : NO_LINK));
    const reported: number[] = [];
    const { verdicts, generatedBy } = await new ReportJudge(judge).judgePairs(PAIRS, signal, (done) =>
      reported.push(done),
    );
    expect(
      judge.questions.map(({ memory: { content }, candidates }) => [content, candidates.length]),
    ).toEqual([
      ['Lives in Bonn', 2],
      ['Lives in Munich', 1],
    ]);
    expect(judge.questions.every(({ purpose }) => purpose === 'report')).toBe(true);
    expect(verdicts.map((verdict) => verdict?.type ?? null)).toEqual(['update', 'update', null]);
    expect([generatedBy, reported]).toEqual(['rules', [3]]);
  });

  it('says what ended, quotes both and recommends', async () => {
    const judge = new Judge((newer, older) => update(older.id, newer.id, { ended: 'Lives in Berlin' }));
    const { verdicts } = await new ReportJudge(judge).judgePairs([PAIRS[1]!], signal);
    expect(verdicts).toEqual([
      {
        type: 'update',
        title: 'No longer so: Lives in Berlin',
        description:
          'The older memory (2026-03-01) says: "Lives in Berlin". ' +
          'The newer memory (2026-03-02) says: "Lives in Munich".',
        recommendation: 'Expire the older memory: the newer one says what changed.',
        certainty: 0.9,
        isReversed: false,
        by: 'rules',
      },
    ]);
  });

  it('takes the memory that ended for the old one', async () => {
    const judge = new Judge((newer, older) => update(newer.id, older.id));
    const { verdicts } = await new ReportJudge(judge).judgePairs([PAIRS[1]!], signal);
    expect(verdicts[0]).toMatchObject({ isReversed: true });
    expect(verdicts[0]?.description).toMatch(/^The older memory \(2026-03-02\)/);
  });

  it('takes the words of a model, and its own where they are empty', async () => {
    const words = { title: 'Moved', description: '', recommendation: '' };
    const judge = new Judge((newer, older) => update(older.id, newer.id, { words, by: 'judge-1' }));
    const { verdicts, generatedBy } = await new ReportJudge(judge).judgePairs([PAIRS[1]!], signal);
    expect(verdicts[0]).toMatchObject({
      title: 'Moved',
      description: expect.stringContaining('Lives in Munich'),
    });
    expect(generatedBy).toBe('judge-1');
  });

  it('keeps its texts short and on one line, however long the memories', async () => {
    const long = memory(`Lives in\n${'a very large town '.repeat(400)}`, 1);
    const judge = new Judge((newer, older) => update(older.id, newer.id, { ended: long.content }));
    const { verdicts } = await new ReportJudge(judge).judgePairs([found(long, bonn)], signal);
    expect(verdicts[0]?.description.length).toBeLessThan(500);
    expect(verdicts[0]?.title.length).toBeLessThan(80);
    expect(`${verdicts[0]?.title}${verdicts[0]?.description}`).not.toContain('\n');
  });

  it('ends with the reason of its signal', async () => {
    const abort = new AbortController();
    abort.abort(new Error('gone'));
    const judge = new ReportJudge(new Judge(() => NO_LINK));
    await expect(judge.judgePairs(PAIRS, abort.signal)).rejects.toThrow('gone');
  });
});
