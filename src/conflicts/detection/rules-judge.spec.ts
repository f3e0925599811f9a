import fc from 'fast-check';
import { type ConflictCase, HELD_OUT_PAIRS, TUNED_PAIRS } from '../../../bench/labelled/conflict-pairs';
import { labelFigures, type LabelFigures } from '../../../bench/labelled/label-figures';
import { MOST_MS, slowTexts } from '../../../test/support/linear-time';
import { processorMs } from '../../../test/support/processor-time';
import { deriveTitle } from '../../backend/memory';
import { judgeByRules, RulesJudge } from './rules-judge';
import type { ConflictType, JudgedMemory } from './verdict';

function memory(content: string, day = '2026-05-10'): JudgedMemory {
  return { content, title: deriveTitle(content), type: 'fact', createdAt: new Date(`${day}T10:00:00Z`) };
}

function judge(older: string, newer: string): ConflictType | null {
  return judgeByRules(memory(older, '2026-03-01'), memory(newer))?.type ?? null;
}

function figuresOf(cases: readonly ConflictCase[]): LabelFigures {
  return labelFigures(cases.map(({ older, newer, expected }) => ({ expected, found: judge(older, newer) })));
}

describe('judgeByRules', () => {
  it('distinguishes conflicts from mere similarity in the pairs that it was tuned on', () => {
    const figures = figuresOf(TUNED_PAIRS);
    expect(figures.precision).toBeGreaterThanOrEqual(0.95);
    expect(figures.recall).toBeGreaterThanOrEqual(0.9);
    expect(figures.typeRight).toBeGreaterThanOrEqual(0.95);
  });

  it('does so in pairs that it was not tuned on', () => {
    const figures = figuresOf(HELD_OUT_PAIRS);
    expect(figures.precision).toBeGreaterThanOrEqual(0.8);
    expect(figures.recall).toBeGreaterThanOrEqual(0.8);
    expect(figures.typeRight).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    ['The user lives in Berlin.', 'The user lives in Munich.'],
    ['The user lives in Berlin. He has a cat.', 'Works as a nurse. The user lives in Munich.'],
    ['Zeitlimit: 30 Sekunden', 'Zeitlimit: 60 Sekunden'],
  ])('finds the contradiction of %j and %j either way', (one, other) => {
    expect([judge(one, other), judge(other, one)]).toEqual(['contradiction', 'contradiction']);
  });

  it.each([
    ['Alice manages Bob.', 'Bob manages Alice.'],
    ['We do not use npm.', 'Use pnpm, not npm.'],
    ['The API server listens on port 8080.', 'The API was upgraded to version 2.'],
    ['The user is a software engineer.', 'The team has 8 engineers.'],
    ['The user prefers email to phone calls.', 'The order service calls the stock service.'],
  ])('finds no conflict of %j and %j either way', (one, other) => {
    expect([judge(one, other), judge(other, one)]).toEqual([null, null]);
  });

  it('takes for an update only what the newer one says has changed', () => {
    const [plain, changed] = ['The user lives in Berlin.', 'The user moved to Munich.'];
    expect([judge(plain, changed), judge(changed, plain)]).toEqual(['update', 'contradiction']);
  });

  it('takes no part of a memory for the whole: more detail is no duplicate', () => {
    expect(judge('The user has a dog.', 'The user has a dog. Its name is Rex.')).toBeNull();
  });

  it('ignores questions, and what was so once or may be so one day', () => {
    expect(judge('The user lives in Berlin.', 'Does the user live in Munich?')).toBeNull();
    expect(judge('The user used to live in Berlin.', 'The user lives in Munich.')).toBeNull();
    expect(judge('The user lives in Berlin.', 'The user might live in Munich.')).toBeNull();
  });

  it('reads a value together with its title', () => {
    const region = (content: string): JudgedMemory => ({ ...memory(content), title: 'Deploy region' });
    expect(judgeByRules(region('eu-west-1'), region('us-east-1'))?.type).toBe('contradiction');
  });

  it('counts relative days from when each memory was made', () => {
    const older = memory('The demo is tomorrow.', '2026-05-01');
    expect(judgeByRules(older, memory('The demo is tomorrow.', '2026-05-10'))?.type).toBe('duplicate');
    expect(judgeByRules(older, memory('The demo takes place today.', '2026-05-02'))?.type).toBe('duplicate');
    expect(judgeByRules(older, memory('The demo takes place on 8 May.', '2026-05-03'))?.type).toBe(
      'contradiction',
    );
  });

  it('says what differs, quotes both and recommends', () => {
    const older = memory('The rate limit is 100 requests per minute.', '2026-03-01');
    expect(judgeByRules(older, memory('The rate limit is 200 requests per minute.'))).toEqual({
      type: 'contradiction',
      title: 'Different numbers: 100 / 200',
      description:
        'The older memory (2026-03-01) says: "The rate limit is 100 requests per minute.". ' +
        'The newer memory (2026-05-10) says: "The rate limit is 200 requests per minute.".',
      recommendation: 'Find out which of the two holds, and expire the other.',
    });
  });

  it('keeps its texts short and on one line, however long the memories', () => {
    const long = `The office is in Berlin,\nwhere ${'it is a very large town '.repeat(400)}`;
    const verdict = judgeByRules(memory(long), memory(`${long} `));
    expect(verdict?.type).toBe('duplicate');
    expect(verdict?.description.length).toBeLessThan(500);
    expect(verdict?.description).not.toContain('\n');
  });

  it('takes any text, and finds a text to repeat itself', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        judge(one, other);
        expect(judge(one, one)).toBe('duplicate');
      }),
    );
  });

  it.each([
    'a',
    '1',
    '1 ',
    'not ',
    'from ',
    'the user likes ',
    '2026-05-',
    ', ',
    '\u0001changed ',
    'prefers x over ',
  ])('does not take long over %j again and again', (piece) => {
    const text = piece.repeat(Math.ceil(10_000 / piece.length));
    expect(processorMs(() => judge(`${text}1`, `${text}2`))).toBeLessThan(3_000);
  });
});

const [berlin, munich, cats] = [
  'The user lives in Berlin.',
  'The user lives in Munich.',
  'The user has cats.',
].map((content) => memory(content)) as [JudgedMemory, JudgedMemory, JudgedMemory];

describe('RulesJudge', () => {
  it('answers every pair in its place, and says that rules did', async () => {
    const pairs = [
      { older: berlin, newer: cats },
      { older: berlin, newer: munich },
      { older: cats, newer: cats },
    ];
    const { verdicts, generatedBy } = await new RulesJudge().judgePairs(pairs, new AbortController().signal);
    expect(verdicts.map((verdict) => verdict?.type ?? null)).toEqual([null, 'contradiction', 'duplicate']);
    expect(generatedBy).toBe('rules');
  });

  it('lets the event loop turn while it judges many', async () => {
    const pairs = Array.from({ length: 2_000 }, (_, at) => ({
      older: memory(`The limit of queue ${at} is ${at} jobs.`),
      newer: memory(`The limit of queue ${at} is ${at + 1} jobs.`),
    }));
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await new RulesJudge().judgePairs(pairs, new AbortController().signal);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });

  it('ends with the reason of its signal', async () => {
    const pairs = Array.from({ length: 5_000 }, () => ({ older: { ...berlin }, newer: { ...munich } }));
    const abort = new AbortController();
    const judging = new RulesJudge().judgePairs(pairs, abort.signal);
    abort.abort(new Error('gone'));
    await expect(judging).rejects.toThrow('gone');
    await expect(new RulesJudge().judgePairs([], abort.signal)).rejects.toThrow('gone');
  });
});

describe('the rules for conflicts on hostile texts', () => {
  it('take time in proportion to the texts of a pair', () => {
    const judge = (text: string) => judgeByRules(memory(text), memory(`${text.slice(0, -1)}?`));
    expect(slowTexts(judge, MOST_MS)).toEqual([]);
  });
});
