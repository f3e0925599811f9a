import { storedMemory } from '../../test/support/memories';
import type { Memory } from '../backend/memory';
import { Env } from '../config/env';
import { NoEntailmentModel } from '../inference/entailment';
import { DeferredTextGenerator, NoTextGenerator, type TextGenerator } from '../inference/text-generator';
import { ChosenJudge } from './chosen-judge.service';
import { LearnedJudge, linkOf } from './learned-judge.service';
import type { LinkKind } from './link';
import {
  NO_LINK,
  withOneReplaced,
  type Candidate,
  type Opinion,
  type PairReviewer,
  type PairVerdict,
  type Purpose,
} from './pair-judge';
import { ReviewedJudge } from './reviewed-judge.service';

const signal = new AbortController().signal;
const memory = (content: string, day = 1): Memory =>
  storedMemory({ content, createdAt: new Date(Date.UTC(2026, 0, day)) });

const TIMEOUT = [
  memory('The default timeout is 30 seconds.'),
  memory('The default timeout is 60 seconds.', 9),
] as const;
const MOVED = [
  memory('The user lives in Berlin.'),
  memory('The user moved to Lisbon and no longer lives in Berlin.', 9),
] as const;
const APART = [memory('My hobby is chess.'), memory('I just moved to Meta.', 9)] as const;
/** Too uncertain for a row of a report, but not for a question to a model. */
const DOUBTFUL = [memory('The user likes tea.'), memory('The user drinks coffee every morning.', 9)] as const;

type Pair = readonly [older: Memory, newer: Memory];
const found = (older: Memory): Candidate => ({ memory: older, found: { words: 0.4, vectors: null } });
const asked = ([older, newer]: Pair, purpose: Purpose) => ({
  memory: newer,
  candidates: [found(older)],
  purpose,
});

class Reviewer implements PairReviewer {
  readonly seen: string[] = [];
  constructor(public opinion: Opinion | null) {}
  review(older: Memory): Promise<Opinion | null> {
    this.seen.push(older.content);
    return Promise.resolve(this.opinion);
  }
}

const YES: Opinion = { kind: 'update', evidence: 2, words: null, by: 'm' };
const NO: Opinion = { kind: 'none', evidence: -2, words: null, by: 'm' };
const learned = () => new LearnedJudge(new Env());

describe('LearnedJudge', () => {
  it.each(['request', 'background', 'report'] as const)('finds a change for a %s', async (purpose) => {
    const [verdict] = await learned().judge(asked(MOVED, purpose), signal);
    expect(verdict).toMatchObject({
      link: { kind: 'update', olderId: MOVED[0].id, newerId: MOVED[1].id, foundBy: 'judge' },
      ended: 'The user lives in Berlin.',
      words: null,
      by: 'rules',
    });
  });

  it('names more in a report than in links that were not asked for', async () => {
    const pair = [memory('Our cat is seven years old.'), memory('The cat is nine.', 9)] as const;
    const [link] = await learned().judge(asked(pair, 'background'), signal);
    const [row] = await learned().judge(asked(pair, 'report'), signal);
    expect([link?.link, row?.link?.kind]).toEqual([null, 'update']);
  });

  it('calls the same text a duplicate in a report', async () => {
    const same = [memory('Rex?'), memory(' rex? ', 9)] as const;
    const [verdict] = await learned().judge(asked(same, 'report'), signal);
    expect(verdict?.link?.kind).toBe('duplicate');
  });

  it('answers each candidate in its place', async () => {
    const question = {
      memory: MOVED[1],
      candidates: [APART[0], MOVED[0]].map(found),
      purpose: 'report',
    } as const;
    const verdicts = await learned().judge(question, signal);
    expect(verdicts.map(({ link }) => link?.kind ?? null)).toEqual([null, 'update']);
  });

  it('takes the memory that ended for the older one of an update, whichever was stored first', () => {
    const [older, newer] = MOVED;
    const ended = { side: 'newer', clause: newer.content, isWhole: true } as const;
    const judgement = {
      kind: 'update',
      certainty: 0.9,
      strength: 'link',
      needed: 0.8,
      ended,
      reasons: [],
    } as const;
    const found = { certainty: 0.9, foundBy: 'judge' } as const;
    const pair = { older, newer, judgement: { ...judgement, reasons: [] } };
    expect(linkOf(pair, { kind: 'update', ...found })).toMatchObject({
      olderId: newer.id,
      newerId: older.id,
    });
    expect(linkOf(pair, { kind: 'contradiction', ...found })).toMatchObject({ olderId: older.id });
    expect(linkOf(pair, { kind: 'none', ...found })).toBeNull();
  });

  it('ends with the reason of its signal', async () => {
    const abort = new AbortController();
    abort.abort(new Error('gone'));
    await expect(learned().judge(asked(MOVED, 'report'), abort.signal)).rejects.toThrow('gone');
  });
});

describe('ReviewedJudge', () => {
  const judged = async (pair: Pair, reviewer: Reviewer, purpose: Purpose = 'report') => {
    const [verdict] = await new ReviewedJudge(learned(), reviewer).judge(asked(pair, purpose), signal);
    return verdict;
  };

  it('does not ask about what the learned judge rules out', async () => {
    const reviewer = new Reviewer(YES);
    expect((await judged(APART, reviewer))?.link).toBeNull();
    expect(reviewer.seen).toEqual([]);
  });

  it('raises what is doubtful, and says that a model did', async () => {
    const verdict = await judged(DOUBTFUL, new Reviewer({ ...YES, kind: 'contradiction' }));
    expect(verdict).toMatchObject({ link: { kind: 'contradiction', foundBy: 'model' }, by: 'm' });
    const [alone] = await learned().judge(asked(DOUBTFUL, 'report'), signal);
    expect(alone?.link).toBeNull();
  });

  it('lowers a certainty, and drops what is not certain enough any more', async () => {
    const lower = await judged(TIMEOUT, new Reviewer(NO));
    const [alone] = await learned().judge(asked(TIMEOUT, 'report'), signal);
    expect(alone?.link?.certainty).toBeGreaterThan(lower?.link?.certainty ?? 0);
    expect((await judged(DOUBTFUL, new Reviewer(NO)))?.link).toBeNull();
  });

  it('applies nothing that the learned judge would not apply, and nothing that the model denies', async () => {
    const isCertain = async (opinion: Opinion) =>
      (await judged(TIMEOUT, new Reviewer(opinion), 'background'))?.isCertain;
    expect(await isCertain({ ...YES, evidence: 9 })).toBe(false);
    expect(await isCertain(NO)).toBe(false);
  });

  it('keeps the verdict of the learned judge where the model has no opinion', async () => {
    expect(await judged(MOVED, new Reviewer(null))).toMatchObject({
      link: { foundBy: 'judge' },
      by: 'rules',
    });
  });

  it('asks about a pair once, until one of its texts changes', async () => {
    const reviewer = new Reviewer(YES);
    const judge = new ReviewedJudge(learned(), reviewer);
    await judge.judge(asked(MOVED, 'report'), signal);
    await judge.judge(asked(MOVED, 'background'), signal);
    expect(reviewer.seen).toHaveLength(1);
    const changed = { ...MOVED[1], updatedAt: new Date(Date.UTC(2026, 1, 1)) };
    await judge.judge(asked([MOVED[0], changed], 'report'), signal);
    expect(reviewer.seen).toHaveLength(2);
  });

  it('leaves a model alone that fails, for half a minute', async () => {
    let now = 0;
    const reviewer = new Reviewer(null);
    const judge = new ReviewedJudge(learned(), reviewer, () => now);
    const ask = () => judge.judge(asked(MOVED, 'report'), signal);
    for (let times = 0; times < 5; times++) await ask();
    expect(reviewer.seen).toHaveLength(3);
    now += 30_000;
    await ask();
    expect(reviewer.seen).toHaveLength(4);
  });
});

describe('the judge of CONFLICT_JUDGE', () => {
  class Writer extends NoTextGenerator {
    calls = 0;
    override readonly model = 'm' as unknown as null;
    override generateJson() {
      this.calls++;
      return Promise.resolve({ value: { conflicts: [{ pair: 1, type: 'update' }] }, model: 'm' });
    }
  }

  const calls = async (setting: Env['CONFLICT_JUDGE'], purpose: Purpose): Promise<number> => {
    const writer = new Writer();
    const env = Object.assign(new Env(), { CONFLICT_JUDGE: setting });
    const judge = new ChosenJudge(
      env,
      new LearnedJudge(env),
      writer,
      new NoTextGenerator(),
      new NoEntailmentModel(),
    );
    await judge.judge(asked(MOVED, purpose), signal);
    return writer.calls;
  };

  it.each([
    [null, 'report', 1],
    [null, 'background', 0],
    [null, 'request', 0],
    ['model', 'report', 1],
    ['model', 'background', 1],
    ['model', 'request', 0],
    ['learned', 'report', 0],
    ['learned', 'background', 0],
  ] as const)('%s: for a %s asks the model %d times', async (setting, purpose, times) => {
    expect(await calls(setting, purpose)).toBe(times);
  });

  it('is the learned one while there is no model', async () => {
    const env = Object.assign(new Env(), { CONFLICT_JUDGE: 'model' });
    const none: TextGenerator = new DeferredTextGenerator();
    const judge = new ChosenJudge(
      env,
      new LearnedJudge(env),
      none,
      new NoTextGenerator(),
      new NoEntailmentModel(),
    );
    expect(await judge.judge(asked(MOVED, 'report'), signal)).toMatchObject([{ by: 'rules' }]);
  });
});

describe('what one memory replaces', () => {
  const verdict = (kind: LinkKind, certainty: number, at: number): PairVerdict => {
    const link = { newerId: 'new', olderId: `old ${at}`, kind, certainty, foundBy: 'judge' } as const;
    return { ...NO_LINK, link, isCertain: true, ended: 'a clause' };
  };
  const olderOf = (verdicts: PairVerdict[], days = verdicts.map(() => 1)): (string | undefined)[] => {
    const candidates = days.map((day) => found(memory('The goal is speed.', day)));
    return withOneReplaced(verdicts, candidates).map(({ link }) => link?.olderId);
  };

  it('is the most certain of the updates', () => {
    const updates = [
      verdict('update', 0.7, 0),
      NO_LINK,
      verdict('update', 0.9, 2),
      verdict('update', 0.8, 3),
    ];
    expect(olderOf(updates)).toEqual([undefined, undefined, 'old 2', undefined]);
    expect(withOneReplaced(updates, [])[0]).toEqual({ ...NO_LINK, link: null });
  });

  it('is the one that was stored last, of texts of one form', () => {
    const updates = [0, 1, 2].map((at) => verdict('update', 0.9, at));
    expect(olderOf(updates, [3, 9, 5])).toEqual([undefined, 'old 1', undefined]);
  });

  it('leaves contradictions and duplicates as they are', () => {
    const verdicts = [
      verdict('contradiction', 0.6, 0),
      verdict('contradiction', 0.9, 1),
      verdict('duplicate', 0.8, 2),
      verdict('update', 0.7, 3),
    ];
    expect(olderOf(verdicts)).toEqual(['old 0', 'old 1', 'old 2', 'old 3']);
  });
});
