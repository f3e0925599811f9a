import { bearing } from '../../../src/recall/bearing';
import { questionTerms } from '../../../src/recall/question-terms';
import { commandLine } from '../command-line';
import { textTable } from '../text-table';
import type { Embed } from '../truth/baselines';
import { mean } from '../truth/rankers';
import { askAll, PARTS, type Asked, type LabelledStores } from '../labelled-stores';

interface Judged extends Asked {
  kept: readonly string[];
}

/** Prints how often a right memory is kept, how often nothing is where nothing answers, and how precise it is. */
export async function report(sets: readonly LabelledStores[], embed: Embed | null): Promise<void> {
  const rows: string[][] = [];
  for (const used of embed === null ? [null] : [null, embed]) {
    for (const set of sets) {
      for (const parts of PARTS) {
        const judged = (await askAll(set, parts, used)).map(judge);
        rows.push([`${set.name}, ${parts}`, used === null ? 'words' : 'vectors', ...figuresOf(judged)]);
      }
    }
  }
  const head = [
    'set, parts',
    'by',
    'asked',
    'first is right',
    'a right one kept',
    'score alone',
    'precision',
    'silent',
    'of',
  ];
  console.log(['', `$ ${commandLine()}`, `Node ${process.version}`, '', textTable(head, rows)].join('\n'));
}

function judge(asked: Asked): Judged {
  const kept = bearing(questionTerms(asked.question, 'english'), asked.found);
  return { ...asked, kept: kept.map(({ memory }) => memory.id) };
}

function figuresOf(all: readonly Judged[]): string[] {
  const asked = all.filter(({ gold }) => gold.length > 0);
  const others = all.filter(({ gold }) => gold.length === 0);
  const silent = mean(others.map(({ kept }) => (kept.length === 0 ? 1 : 0)));
  const isFirst = ({ found: [first], gold }: Judged): boolean =>
    first !== undefined && gold.includes(first.memory.id);
  const precisions = asked
    .filter(({ kept }) => kept.length > 0)
    .map(({ kept, gold }) => kept.filter((id) => gold.includes(id)).length / kept.length);
  const threshold = thresholdFor(silent, others);
  const isAbove = (each: Judged): boolean => (each.found[0]?.score ?? 0) >= threshold;
  return [
    String(asked.length),
    shown(asked.map((each) => (isFirst(each) ? 1 : 0))),
    shown(asked.map(({ kept, gold }) => (kept.some((id) => gold.includes(id)) ? 1 : 0))),
    shown(asked.map((each) => (isFirst(each) && isAbove(each) ? 1 : 0))),
    shown(precisions),
    silent.toFixed(3),
    String(others.length),
  ];
}

/** The score below which that share of these questions is silent. */
function thresholdFor(silent: number, others: readonly Judged[]): number {
  const scores = others.map(({ found }) => found[0]?.score ?? 0).sort((a, b) => a - b);
  return scores[Math.round(silent * scores.length)] ?? Infinity;
}

function shown(values: readonly number[]): string {
  return mean(values).toFixed(3);
}
