import type { ScoredMemory } from '../../../src/backend/memory-search';
import type { BoostedTrees } from '../../../src/links/judge/boosted-trees';
import { areCompared, replacementFeatures, type ReadResult } from '../../../src/recall/replacement-chance';
import { askedFor, profileOf, type Asked as AskedWords } from '../../../src/recall/said-words';
import { BOOSTING, type Example, trainTrees } from '../judge/boosting';
import { askAll, askLater, isNew, type Asked, type LabelledStores } from '../labelled-stores';
import type { Embed } from '../truth/baselines';

const OPTIONS = { ...BOOSTING, depth: 2, trees: 60 };
/** What the examples of a set weigh together, so that each set counts alike. */
const SET_WEIGHT = 300;
const WEIGHT = { right: 2, wrong: 1, consistent: 0.3 };

/** Trees that tell a memory that replaces another one from one that is about something else. */
export async function trainReplacement(
  sets: readonly LabelledStores[],
  embed: Embed | null,
): Promise<BoostedTrees> {
  const examples: Example[] = [];
  for (const set of sets) {
    const own = await examplesOf(set, embed);
    const total = own.reduce((sum, { weight }) => sum + weight, 0);
    examples.push(...own.map((each) => ({ ...each, weight: (each.weight * SET_WEIGHT) / total })));
  }
  const columns = Array.from(examples[0]?.values ?? [], (_, at) => at);
  return trainTrees(examples, columns, OPTIONS);
}

async function examplesOf(set: LabelledStores, embed: Embed | null): Promise<Example[]> {
  const later = (await askLater(set, embed)).flatMap((asked) =>
    pairsOf(asked).flatMap(({ older, newer, words }): Example[] => {
      const [one, other] = [older.result.memory.id, newer.result.memory.id];
      if (isNew(one) || !isNew(other)) return [];
      const isRight = asked.gold.includes(other);
      // Of what was replaced, only what the update replaces is older; of the rest, only what answers must stay first.
      if (isRight ? !asked.old.includes(one) : asked.old.length === 0 && !asked.gold.includes(one)) return [];
      return [exampleOf(words, older, newer, isRight ? 'right' : 'wrong')];
    }),
  );
  const whole = { ...set, questions: set.questions.filter(({ gold }) => gold.length > 0) };
  const consistent = (await askAll(whole, 1, embed)).flatMap((asked) =>
    pairsOf(asked).flatMap(({ older, newer, words }): Example[] => {
      const [isFirst, isOther] = [older, newer].map(({ result }) => asked.gold.includes(result.memory.id));
      return isFirst && !isOther ? [exampleOf(words, older, newer, 'consistent')] : [];
    }),
  );
  return [...later, ...consistent];
}

interface Pair {
  words: AskedWords;
  older: ReadMemory;
  newer: ReadMemory;
}

type ReadMemory = ReadResult & { result: ScoredMemory };

/** Results of which one stands above another one, as if the other one were newer. */
function pairsOf({ question, found }: Asked): Pair[] {
  const words = askedFor(question);
  const read = found.map((result): ReadMemory => ({ result, profile: profileOf(result.memory.content) }));
  return read.flatMap((older, at) =>
    read
      .slice(at + 1)
      .filter((newer) => areCompared(older, newer))
      .map((newer) => ({ words, older, newer })),
  );
}

function exampleOf(
  words: AskedWords,
  older: ReadMemory,
  newer: ReadMemory,
  kind: keyof typeof WEIGHT,
): Example {
  const values = Float64Array.from(replacementFeatures(words, older, newer));
  return { values, isPositive: kind === 'right', weight: WEIGHT[kind] };
}
