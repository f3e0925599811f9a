export type Outcome = 'stored' | 'there' | 'refused';

/** A line that was not imported, and the reason. */
export interface RefusedLine {
  number: number;
  reason: string;
}

export interface ImportTally {
  /** Lines that were new. */
  stored: number;
  /** Lines that existed already and were left unchanged. */
  there: number;
  /** Memories that were deleted in this database. */
  refused: number;
  /** The same of the lines that are memories. */
  memories: Record<Outcome, number>;
  /** Agents whose line was new, or existed already. */
  agents: number;
  /** The first MAX_LISTED bad lines. */
  bad: RefusedLine[];
  badCount: number;
  /** Those of them that are no lines of an export. The database refused the others. */
  damagedCount: number;
  isComplete: boolean;
  missing: string[];
  /** Of the lines that are memories. */
  namespaces: Set<string>;
}

const MAX_LISTED = 100;

export function newTally(): ImportTally {
  const none = { stored: 0, there: 0, refused: 0 };
  const bad = { bad: [], badCount: 0, damagedCount: 0 };
  return {
    ...none,
    memories: { ...none },
    agents: 0,
    ...bad,
    isComplete: false,
    missing: [],
    namespaces: new Set(),
  };
}

export function addBad(tally: ImportTally, number: number, reason: string): void {
  tally.badCount += 1;
  if (tally.bad.length < MAX_LISTED) tally.bad.push({ number, reason });
}

/** A line that is no line of an export. */
export function addDamaged(tally: ImportTally, number: number, reason: string): void {
  tally.damagedCount += 1;
  addBad(tally, number, reason);
}

/** Whether everything requested is in the database now. */
export function isDone(tally: ImportTally): boolean {
  return tally.badCount === 0 && tally.isComplete && tally.missing.length === 0;
}

/** The lines that are printed after an import. */
export function tallyLines(tally: ImportTally): string[] {
  const { stored, there, refused, bad, badCount, isComplete, missing } = tally;
  const unlisted = badCount - bad.length;
  return [
    ...bad.map(({ number, reason }) => `Line ${number} was not imported: ${reason}`),
    ...(unlisted > 0 ? [`${unlisted} more lines were not imported`] : []),
    ...(isComplete
      ? []
      : ['The file has no end line, because the export was cut off. Its lines are imported']),
    ...missing.map((agentId) => `The file has no agent '${agentId}'`),
    ...(refused > 0 ? [`${refused} memories were deleted here: --force brings them back`] : []),
    `${stored} stored, ${there} there already, ${refused} refused, ${badCount} bad`,
  ];
}
