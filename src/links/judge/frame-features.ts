import type { Feature } from './feature-names';
import type { Clause } from './read-clause';

/** Words of a value: "Berlin", "at 9:30", "1 March 2027". */
const MOST_IN_VALUE = 3;
const LEAST_IN_FRAME = 2;
/** Of what these say, a subject has one value at a time. */
const ONE = new Set(
  'lives live living resides based born married engaged named called favorite favourite best default main primary deadline due timezone zone birthday age listens costs cost is are at works leads prefers uses prefer wohnt wohne heißt verheiratet ist'.split(
    ' ',
  ),
);
/** Of what these say, a subject has as many as it likes. */
const MANY = new Set(
  'likes like loves love enjoys enjoy hates plays play has have had owns own speaks speak knows know visited visits reads read watches watched wants want bought buys plans asked eats ate drinks collects studies studied cooked went met added ignore todo goal decided task backlog supports hat mag spielt spricht'.split(
    ' ',
  ),
);

/** Whether two clauses are in the same words but for one run of them, and how many values such a statement has. */
export function frameFeatures(one: Clause, other: Clause): Partial<Record<Feature, number>> {
  const frame = frameOf(one.tokens, other.tokens);
  if (frame === null) return {};
  const isMany = frame.some((word) => MANY.has(word));
  const isOne = !isMany && frame.some((word) => ONE.has(word));
  return {
    'same but for one value': 1,
    'one value at a time': isOne ? 1 : 0,
    'many values at a time': isMany ? 1 : 0,
  };
}

/** The words before the run that differs; null if more than that differs. */
function frameOf(one: readonly string[], other: readonly string[]): readonly string[] | null {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const lengths = [one.length - start - end, other.length - start - end];
  const isFrame = start >= LEAST_IN_FRAME && lengths.every((each) => each > 0 && each <= MOST_IN_VALUE);
  return isFrame ? one.slice(0, start) : null;
}
