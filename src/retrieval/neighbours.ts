import { NOBODY, type GroupOrder } from './group-order';

/** Of its own score, what a document lends to those right beside it in its group. */
export const NEAR = 0.5;

/** What it lends to those one place further. */
export const FAR = 0.25;

/**
 * The score of a document among its neighbours, because an answer often stands one turn away from the words of
 * the question: own and lent scores are combined as independent evidence, 1 - (1 - own) * product of
 * (1 - lent), so that the score stays from 0 to below 1, and is the own score where no neighbour has one.
 *
 * `own`: own scores by ordinal. The order of the factors is fixed, so that equal data gives equal scores to
 * the last bit. The weights were chosen on a development set of conversations, where a plain sum does no better.
 */
export function scoreAmongNeighbours(own: Float64Array, places: GroupOrder, ordinal: number): number {
  const left = doubtLeft(own, places.before, ordinal);
  const right = doubtLeft(own, places.after, ordinal);
  const doubt = left * right;
  // Not 1 - (1 - own) * doubt, which would round the own score where nothing is lent.
  return 1 - doubt + own[ordinal]! * doubt;
}

/** What doubt the neighbours on one side leave: 1 where they have no score. */
function doubtLeft(own: Float64Array, side: Int32Array, ordinal: number): number {
  const near = side[ordinal]!;
  if (near === NOBODY) return 1;
  const far = side[near]!;
  return (1 - NEAR * own[near]!) * (far === NOBODY ? 1 : 1 - FAR * own[far]!);
}

const HALVINGS = 40;

/**
 * The least own score that a document of this score, or one of those that lend to it, must have: below it even
 * five of them together do not reach the score. Rounded down, so that nothing is missed.
 */
export function leastOwnScore(score: number): number {
  let [low, high] = [0, score];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    const reached = 1 - (1 - middle) * (1 - NEAR * middle) ** 2 * (1 - FAR * middle) ** 2;
    if (reached < score) low = middle;
    else high = middle;
  }
  return low * (1 - Number.EPSILON * 16);
}
