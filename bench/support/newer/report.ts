import type { ScoredMemory } from '../../../src/backend/memory-search';
import { newerFirst } from '../../../src/recall/newer-first';
import { commandLine } from '../command-line';
import { askAll, askLater, type Asked, type LabelledStores } from '../labelled-stores';
import { textTable } from '../text-table';
import type { Embed } from '../truth/baselines';
import { mean, placeOf } from '../truth/rankers';

type Order = (asked: Asked) => readonly ScoredMemory[];

const byScore: Order = ({ found }) => found;
const asRecall: Order = ({ question, found }) => newerFirst(question, found);

/** Prints how often the newer memory stands above the older one, and what that costs questions about something else. */
export async function report(sets: readonly LabelledStores[], embed: Embed | null): Promise<void> {
  const rows: string[][] = [];
  for (const used of embed === null ? [null] : [null, embed])
    for (const set of sets)
      rows.push([set.name, used === null ? 'words' : 'vectors', ...(await figuresOf(set, used))]);
  const head = ['set', 'by', 'updates', 'newer above', 'by score', 'others', 'first is right', 'by score'];
  const last = ['consistent', 'first is right', 'by score'];
  console.log(
    ['', `$ ${commandLine()}`, `Node ${process.version}`, '', textTable([...head, ...last], rows)].join('\n'),
  );
}

async function figuresOf(set: LabelledStores, embed: Embed | null): Promise<string[]> {
  const later = await askLater(set, embed);
  const updates = later.filter(({ old }) => old.length > 0);
  const others = later.filter(({ old }) => old.length === 0);
  const consistent = (await askAll(set, 1, embed)).filter(({ gold }) => gold.length > 0);
  const above = (order: Order): string =>
    shown(updates.map((asked) => isAbove(asked.gold, asked.old, order(asked))));
  const first = (of: readonly Asked[], order: Order): string =>
    shown(of.map((asked) => asked.gold.includes(order(asked)[0]?.memory.id ?? '')));
  const counted = (of: readonly Asked[]): string[] => [
    String(of.length),
    first(of, asRecall),
    first(of, byScore),
  ];
  return [
    String(updates.length),
    above(asRecall),
    above(byScore),
    ...counted(others),
    ...counted(consistent),
  ];
}

function isAbove(
  newer: readonly string[],
  older: readonly string[],
  found: readonly ScoredMemory[],
): boolean {
  const ids = found.map(({ memory }) => memory.id);
  return placeOf(newer, ids) < placeOf(older, ids);
}

function shown(holds: readonly boolean[]): string {
  return holds.length === 0 ? '' : mean(holds.map((each) => (each ? 1 : 0))).toFixed(3);
}
