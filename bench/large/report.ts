import type { LoopResult } from '../support/mixed/load-loops';
import { textTable } from '../support/text-table';
import type { EditFigures } from './edits';
import type { LoadFigures } from './fill';
import type { NightFigures } from './nightly';
import type { AgentFigures } from './one-agent';
import { sizeRows, type Sizes } from './sizes';
import { TRAFFIC_HEADER, trafficRows } from './traffic';

export function loadText(load: LoadFigures): string {
  const { memories, seconds, firstTenth, lastTenth, walBytes, fullPageImages, checkpoints } = load;
  return (
    `${memories} memories loaded in ${seconds.toFixed(0)} s: ${(memories / seconds).toFixed(0)} a second,` +
    ` ${firstTenth.toFixed(0)} in the first tenth, ${lastTenth.toFixed(0)} in the last;` +
    ` ${(walBytes / memories).toFixed(0)} bytes of WAL and ${(fullPageImages / memories).toFixed(3)} full-page` +
    ` images each, ${checkpoints} checkpoints`
  );
}

export function sizeText(sizes: Sizes): string {
  return `${sizes.memories} memories\n\n${textTable(['relation', 'MB', 'bytes a memory'], sizeRows(sizes))}`;
}

export interface Phase {
  name: string;
  /** Of the recalls, 0 to 1. */
  warm: number;
  result: LoopResult;
}

export function trafficText(
  phases: readonly Phase[],
  memory: readonly number[],
  indexes: readonly number[],
): string {
  const rows = phases.flatMap(({ name, result }) => trafficRows(name, result));
  const examples = phases.flatMap(({ name, result }) =>
    result.example === null ? [] : [`${name}: ${result.example}`],
  );
  const list = (numbers: readonly number[]): string => numbers.map((each) => each.toFixed(0)).join(', ');
  return [
    textTable(TRAFFIC_HEADER, rows),
    ...examples,
    `recalls that met an index in memory: ${phases.map(({ name, warm }) => `${name} ${(warm * 100).toFixed(1)} %`).join(', ')}`,
    `resident memory of the replicas: ${list(memory)} MB; indexes in memory: ${list(indexes)}`,
  ].join('\n\n');
}

export function editText(figures: EditFigures): string {
  const { edited, seconds, hotShare, deadRows, autovacuumAt, walBytes, vacuumSeconds, sizes } = figures;
  const before = new Map(sizes.before.relations.map(({ name, bytes }) => [name, bytes]));
  const vacuumed = new Map(sizes.vacuumed.relations.map(({ name, bytes }) => [name, bytes]));
  const megabytes = (bytes: number | undefined): string => ((bytes ?? 0) / 1e6).toFixed(1);
  const rows = sizes.edited.relations.map(({ name, bytes }) => [
    name,
    megabytes(before.get(name)),
    megabytes(bytes),
    megabytes(vacuumed.get(name)),
  ]);
  return [
    `${edited} memories edited in ${seconds.toFixed(0)} s (${(edited / seconds).toFixed(0)} a second, one` +
      ` connection): ${(hotShare * 100).toFixed(0)} % of the updates wrote no index,` +
      ` ${(walBytes / edited).toFixed(0)} bytes of WAL each; ${deadRows} dead rows, autovacuum begins at` +
      ` ${autovacuumAt.toFixed(0)}; VACUUM took ${vacuumSeconds.toFixed(1)} s`,
    textTable(['relation, MB', 'before', 'edited', 'vacuumed'], rows),
  ].join('\n\n');
}

export function nightText({ agents, expired, scanned, seconds, memory }: NightFigures): string {
  return (
    `Maintenance of ${agents} agents took ${seconds.toFixed(0)} s: ${scanned} memories judged, ${expired} expired,` +
    ` ${(scanned / seconds).toFixed(0)} judged a second, at most ${memory.toFixed(0)} MB`
  );
}

export function agentText({ memories, exported, deleted }: AgentFigures): string {
  const { lines, megabytes, firstByteMs, seconds } = exported;
  return (
    `An agent with ${memories} memories: exported in ${seconds.toFixed(1)} s (${(lines / seconds).toFixed(0)} lines a` +
    ` second, ${megabytes.toFixed(0)} MB, first byte after ${firstByteMs.toFixed(0)} ms); deletion answered in` +
    ` ${deleted.answeredMs.toFixed(0)} ms, all removed after ${deleted.seconds.toFixed(1)} s` +
    ` (${(memories / deleted.seconds).toFixed(0)} a second)`
  );
}
