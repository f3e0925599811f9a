import { readFile } from 'node:fs/promises';
import type { BenchMemory } from '../dataset';
import { mean, placeOf, type Figures, type Judged, type Ranker, type RankerOf } from './rankers';

export interface TruthFacts {
  facts: { key: string; content: string }[];
  /** `gold`: keys of the facts that answer it; none for a question without an answer. */
  questions: { question: string; gold: string[] }[];
  /** `old`: keys of the facts that `new` replaces. */
  updates: { question: string; old: string[]; new: string }[];
}

const SHOWN = 10;

export async function readTruthFacts(file: string): Promise<TruthFacts> {
  return JSON.parse(await readFile(file, 'utf8')) as TruthFacts;
}

/** `messages`: texts about other things, after which each question is asked once more; none of them, no such rows. */
export async function factRows(
  data: TruthFacts,
  rankerOf: RankerOf,
  messages: readonly string[] = [],
): Promise<Figures> {
  const facts = data.facts.map(({ key, content }): BenchMemory => ({ id: key, session: 'facts', content }));
  const asked = await rankerOf(facts);
  const figures = {
    ...(await questionRows(data, asked)),
    ...(await afterMessages(data, asked, messages)),
  };
  const news = data.updates.map((update, at) => ({
    id: `new ${at}`,
    session: 'updates',
    content: update.new,
  }));
  const ranker = await rankerOf([...facts, ...news]);
  const isNewFirst: number[] = [];
  const judged: UpdateJudged[] = [];
  for (const [at, { question, old }] of data.updates.entries()) {
    const found = await ranker.find(question, SHOWN);
    isNewFirst.push(placeOf([`new ${at}`], found) < placeOf(old, found) ? 1 : 0);
    if (ranker.judge !== null) judged.push({ ...(await ranker.judge(question)), gold: [`new ${at}`], old });
  }
  const stated = await statedRows(data, rankerOf, { facts, news });
  return { 'facts: newer above older': mean(isNewFirst), ...figures, ...updateRows(judged), ...stated };
}

/** Whether the value that holds is found where the client said what it replaces: the former one is history then. */
async function statedRows(
  { updates }: TruthFacts,
  rankerOf: RankerOf,
  { facts, news }: { facts: readonly BenchMemory[]; news: readonly BenchMemory[] },
): Promise<Figures> {
  const stated = news.map((each, at) => ({ ...each, supersedes: updates[at]?.old }));
  const { judge } = await rankerOf([...facts, ...stated]);
  if (judge === null) return {};
  const judged = await Promise.all(updates.map(({ question }) => judge(question)));
  const found = (of: (each: Judged) => readonly string[]): number =>
    mean(judged.map((each, at) => (of(each).includes(`new ${at}`) ? 1 : 0)));
  return {
    'stated updates: the new value is in the cut': found(({ kept }) => kept),
    'stated updates: it is cited as current': found(({ current }) => current),
  };
}

/** So that questions about one person do not come after messages of one chat. */
const MESSAGES_BETWEEN = 37;

async function afterMessages(
  { questions }: TruthFacts,
  { judge }: Ranker,
  messages: readonly string[],
): Promise<Figures> {
  if (judge === null || messages.length === 0) return {};
  const judged = await Promise.all(
    questions.map(async ({ question, gold }, at) => {
      const message = messages[(at * MESSAGES_BETWEEN) % messages.length] ?? '';
      return { gold, ...(await judge(`${message} ${question}`)) };
    }),
  );
  const asked = judged.filter(({ gold }) => gold.length > 0);
  const silent = judged.filter(({ gold }) => gold.length === 0);
  return {
    'facts after a message: a right source cited': mean(
      asked.map(({ cited, gold }) => (hasOne(cited, gold) ? 1 : 0)),
    ),
    'facts after a message: silent when nothing answers': mean(
      silent.map(({ cited }) => (cited.length === 0 ? 1 : 0)),
    ),
  };
}

type UpdateJudged = Judged & { gold: string[]; old: string[] };

/** Of answers about what replaced something: whether the sure ones cite it as current, and whether the old is said to be old. */
function updateRows(judged: readonly UpdateJudged[]): Figures {
  if (judged.length === 0) return {};
  const both = judged.filter(({ cited, gold, old }) => hasOne(cited, gold) && hasOne(cited, old));
  return {
    'updates: right and current of high': rightOfHigh(judged),
    'updates: the new value is in the cut': mean(
      judged.map(({ kept, gold }) => (hasOne(kept, gold) ? 1 : 0)),
    ),
    'updates: old marked, where both are cited': mean(
      both.map(({ current, old }) => (hasOne(current, old) ? 0 : 1)),
    ),
  };
}

function rightOfHigh(judged: readonly (Judged & { gold: string[] })[]): number {
  const certain = judged.filter(({ isCertain }) => isCertain);
  return mean(certain.map(({ current, gold }) => (hasOne(current, gold) ? 1 : 0)));
}

function hasOne(ids: readonly string[], wanted: readonly string[]): boolean {
  return ids.some((id) => wanted.includes(id));
}

async function questionRows({ questions }: TruthFacts, ranker: Ranker): Promise<Figures> {
  const answerable = questions.filter(({ gold }) => gold.length > 0);
  const hits: number[] = [];
  for (const { question, gold } of answerable) {
    const [first = ''] = await ranker.find(question, SHOWN);
    hits.push(gold.includes(first) ? 1 : 0);
  }
  const { judge } = ranker;
  if (judge === null) return { 'facts: first is right': mean(hits) };
  const judged = await Promise.all(
    questions.map(async ({ question, gold }) => ({ gold, ...(await judge(question)) })),
  );
  const silent = judged.filter(({ gold }) => gold.length === 0);
  const asked = judged.filter(({ gold }) => gold.length > 0);
  const rightOf = (ids: readonly string[], gold: readonly string[]): number =>
    ids.filter((id) => gold.includes(id)).length;
  return {
    'facts: first is right': mean(hits),
    'facts: silent when nothing answers': mean(silent.map(({ cited }) => (cited.length === 0 ? 1 : 0))),
    'facts: a right source cited': mean(asked.map(({ cited, gold }) => Math.min(1, rightOf(cited, gold)))),
    'facts: high certainty, of all': mean(judged.map(({ isCertain }) => (isCertain ? 1 : 0))),
    'facts: right and current of high': rightOfHigh(judged),
    'facts: said to be replaced, of all': mean(
      judged.map(({ cited, current }) => (cited.length > current.length ? 1 : 0)),
    ),
    'facts: precision of the cut': mean(
      asked.filter(({ kept }) => kept.length > 0).map(({ kept, gold }) => rightOf(kept, gold) / kept.length),
    ),
    'facts: recall of the cut': mean(asked.map(({ kept, gold }) => rightOf(kept, gold) / gold.length)),
  };
}
