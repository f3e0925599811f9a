/** What is known of a case, and whether it is one of those sought. */
export interface Case {
  values: readonly number[];
  isPositive: boolean;
  weight: number;
}

const ROUNDS = 25;

/**
 * Weights by Newton's method. `ridge`: times the square of each weight but the first, for each unit of weight of the cases,
 * is added to the loss, so that no weight grows beyond what the cases say.
 */
export function trainLogistic(cases: readonly Case[], ridge: number): number[] {
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  let weights = (cases[0]?.values ?? []).map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = weights.map((weight, at) => (at === 0 ? 0 : ridge * total * weight));
    const curve = weights.map((_, at) => weights.map((_, to) => (at === to && at > 0 ? ridge * total : 0)));
    for (const each of cases) addCase(each, weights, slope, curve);
    const step = solved(curve, slope);
    weights = weights.map((weight, at) => weight - (step[at] ?? 0));
  }
  return weights.map((weight) => Number(weight.toFixed(3)));
}

function addCase(
  { values, isPositive, weight }: Case,
  weights: readonly number[],
  slope: number[],
  curve: number[][],
): void {
  const logOdds = weights.reduce((sum, each, at) => sum + each * (values[at] ?? 0), 0);
  const share = 1 / (1 + Math.exp(-logOdds));
  values.forEach((value, at) => {
    slope[at]! += weight * (share - (isPositive ? 1 : 0)) * value;
    const row = curve[at]!;
    values.forEach((other, to) => (row[to]! += weight * share * (1 - share) * value * other));
  });
}

/** By Gauss's elimination. A column of zeros, as of a feature that no case has, gets 0. Changes both arguments. */
function solved(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let at = 0; at < size; at++) {
    const pivot = matrix[at]![at]!;
    if (Math.abs(pivot) < 1e-12) continue;
    for (let row = 0; row < size; row++) {
      if (row === at) continue;
      const factor = matrix[row]![at]! / pivot;
      for (let to = at; to < size; to++) matrix[row]![to]! -= factor * matrix[at]![to]!;
      right[row]! -= factor * right[at]!;
    }
  }
  return right.map((value, at) => (Math.abs(matrix[at]![at]!) < 1e-12 ? 0 : value / matrix[at]![at]!));
}
