/** A binary tree in arrays: a node with `feature` -1 is a leaf. Values up to the threshold go to the left. */
export interface Tree {
  feature: readonly number[];
  threshold: readonly number[];
  left: readonly number[];
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
  for (const tree of trees) {
    let node = 0;
    for (let feature = tree.feature[0]!; feature >= 0; feature = tree.feature[node]!) {
      node = (values[feature]! <= tree.threshold[node]! ? tree.left : tree.right)[node]!;
    }
    sum += tree.value[node]!;
  }
  return sum;
}

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
