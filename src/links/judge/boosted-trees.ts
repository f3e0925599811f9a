/** A binary tree in arrays: a node with `feature` -1 is a leaf. Values up to the threshold go to the next node. */
export interface Tree {
  feature: readonly number[];
  threshold: readonly number[];
  /** Where values above the threshold go; 0 for a leaf. */
  right: readonly number[];
  /** Log odds that a leaf adds. */
  value: readonly number[];
}

/** Gradient-boosted trees (Friedman, 2001) with the logistic loss. */
export interface BoostedTrees {
  base: number;
  trees: readonly Tree[];
}

/** The sum of the trees: log odds. */
export function logOddsOf({ base, trees }: BoostedTrees, values: ArrayLike<number>): number {
  let sum = base;
  for (const { feature, threshold, right, value } of trees) {
    let node = 0;
    for (let column = feature[0] ?? -1; column >= 0; column = feature[node] ?? -1) {
      const isLeft = (values[column] ?? 0) <= (threshold[node] ?? 0);
      node = isLeft ? node + 1 : (right[node] ?? 0);
    }
    sum += value[node] ?? 0;
  }
  return sum;
}

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
