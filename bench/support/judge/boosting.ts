import { type BoostedTrees, logistic, logOddsOf, type Tree } from '../../../src/links/judge/boosted-trees';
import type { Calibration } from '../../../src/links/judge/judge-weights';

export interface Example {
  values: Float64Array;
  isPositive: boolean;
  weight: number;
}

export interface BoostingOptions {
  trees: number;
  /** 1: stumps. */
  depth: number;
  rate: number;
  /** Least sum of second derivatives in a leaf. */
  leastLeaf: number;
  ridge: number;
}

export const BOOSTING: BoostingOptions = { trees: 150, depth: 4, rate: 0.1, leastLeaf: 4, ridge: 4 };

interface Step {
  rows: Int32Array;
  depth: number;
}

/** Newton boosting with exact splits. Deterministic. */
export function trainTrees(
  examples: readonly Example[],
  columns: readonly number[],
  options = BOOSTING,
): BoostedTrees {
  const weight = examples.reduce((sum, each) => sum + each.weight, 0);
  const positive = examples.reduce((sum, each) => sum + (each.isPositive ? each.weight : 0), 0);
  const base = Math.log((positive + 1) / (weight - positive + 1));
  const odds = new Float64Array(examples.length).fill(base);
  const bins = columns.map((column) => binsOf(examples, column));
  const trees: Tree[] = [];
  for (let round = 0; round < options.trees; round++) {
    const gradients = new Float64Array(examples.length);
    const seconds = new Float64Array(examples.length);
    examples.forEach((each, at) => {
      const share = logistic(odds[at]!);
      gradients[at] = each.weight * ((each.isPositive ? 1 : 0) - share);
      seconds[at] = each.weight * share * (1 - share);
    });
    const tree = growTree(examples.length, bins, { gradients, seconds }, options);
    trees.push(tree);
    examples.forEach((each, at) => (odds[at]! += logOddsOf({ base: 0, trees: [tree] }, each.values)));
  }
  return { base: rounded(base), trees };
}

interface Bins {
  column: number;
  /** Upper edges. */
  edges: number[];
  codes: Uint8Array;
}

function binsOf(examples: readonly Example[], column: number): Bins {
  const distinct = [...new Set(examples.map(({ values }) => values[column]!))].sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(distinct.length / 48));
  const edges = distinct
    .filter((_, at) => at % step === step - 1 && at < distinct.length - 1)
    .map((edge, at) => {
      const next = distinct[(at + 1) * step] ?? edge;
      return rounded((edge + next) / 2);
    });
  const codes = new Uint8Array(examples.length);
  examples.forEach(({ values }, at) => {
    let code = 0;
    while (code < edges.length && values[column]! > edges[code]!) code++;
    codes[at] = code;
  });
  return { column, edges, codes };
}

interface Derivatives {
  gradients: Float64Array;
  seconds: Float64Array;
}

function growTree(
  count: number,
  bins: readonly Bins[],
  derivatives: Derivatives,
  options: BoostingOptions,
): Tree {
  const tree = { feature: [], threshold: [], right: [], value: [] } as Record<keyof Tree, number[]>;
  grow(
    tree,
    { rows: Int32Array.from({ length: count }, (_, at) => at), depth: 0 },
    bins,
    derivatives,
    options,
  );
  return tree;
}

function grow(
  tree: Record<keyof Tree, number[]>,
  { rows, depth }: Step,
  bins: readonly Bins[],
  derivatives: Derivatives,
  options: BoostingOptions,
): number {
  const node = tree.feature.length;
  const split = depth < options.depth ? bestSplit(rows, bins, derivatives, options) : null;
  tree.feature.push(split === null ? -1 : split.bins.column);
  tree.threshold.push(split === null ? 0 : split.bins.edges[split.edge]!);
  tree.right.push(0);
  tree.value.push(split === null ? rounded(options.rate * leafOf(rows, derivatives, options)) : 0);
  if (split === null) return node;
  const isLeft = (row: number): boolean => split.bins.codes[row]! <= split.edge;
  grow(tree, { rows: rows.filter(isLeft), depth: depth + 1 }, bins, derivatives, options);
  const rest = rows.filter((row) => !isLeft(row));
  tree.right[node] = grow(tree, { rows: rest, depth: depth + 1 }, bins, derivatives, options);
  return node;
}

function leafOf(rows: Int32Array, { gradients, seconds }: Derivatives, { ridge }: BoostingOptions): number {
  let [gradient, second] = [0, 0];
  for (const row of rows) {
    gradient += gradients[row]!;
    second += seconds[row]!;
  }
  return gradient / (second + ridge);
}

function bestSplit(
  rows: Int32Array,
  bins: readonly Bins[],
  { gradients, seconds }: Derivatives,
  { leastLeaf, ridge }: BoostingOptions,
): { bins: Bins; edge: number } | null {
  let best: { bins: Bins; edge: number } | null = null;
  let most = 1e-6;
  for (const each of bins) {
    const sums = new Float64Array(each.edges.length + 1);
    const squares = new Float64Array(each.edges.length + 1);
    for (const row of rows) {
      const code = each.codes[row]!;
      sums[code]! += gradients[row]!;
      squares[code]! += seconds[row]!;
    }
    const [all, second] = [total(sums), total(squares)];
    let [left, leftSecond] = [0, 0];
    for (let edge = 0; edge < each.edges.length; edge++) {
      left += sums[edge]!;
      leftSecond += squares[edge]!;
      if (leftSecond < leastLeaf || second - leftSecond < leastLeaf) continue;
      const right = all - left;
      const gain =
        left ** 2 / (leftSecond + ridge) +
        right ** 2 / (second - leftSecond + ridge) -
        all ** 2 / (second + ridge);
      if (gain <= most) continue;
      most = gain;
      best = { bins: each, edge };
    }
  }
  return best;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** Platt (1999), by Newton's method on the log odds of held-out folds. */
export function calibrate(odds: readonly number[], examples: readonly Example[]): Calibration {
  let [slope, intercept] = [1, 0];
  for (let round = 0; round < 50; round++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-3, 0, 1e-3];
    examples.forEach(({ isPositive, weight }, at) => {
      const x = odds[at]!;
      const share = logistic(slope * x + intercept);
      const error = weight * ((isPositive ? 1 : 0) - share);
      const second = weight * share * (1 - share);
      a += error * x;
      b += error;
      aa += second * x * x;
      ab += second * x;
      bb += second;
    });
    const determinant = aa * bb - ab * ab;
    slope += (bb * a - ab * b) / determinant;
    intercept += (aa * b - ab * a) / determinant;
  }
  return { slope: rounded(slope), intercept: rounded(intercept) };
}
