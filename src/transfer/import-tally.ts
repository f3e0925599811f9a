/** A line that was not imported, and the reason. */
export interface RefusedLine {
  number: number;
  reason: string;
}

/** The result of an import. */
export interface ImportTally {
  /** Lines that were new. */
  stored: number;
  /** Lines that existed already and were left unchanged. */
  there: number;
  /** Memories that were deleted in this database. */
  refused: number;
  /** The first MAX_LISTED bad lines. */
  bad: RefusedLine[];
  badCount: number;
  /** The file has its last line. */
  isComplete: boolean;
  /** Requested agents that are not in the file. */
  missing: string[];
}

const MAX_LISTED = 100;

export function newTally(): ImportTally {
  return { stored: 0, there: 0, refused: 0, bad: [], badCount: 0, isComplete: false, missing: [] };
}

export function addBad(tally: ImportTally, number: number, reason: string): void {
  tally.badCount += 1;
  if (tally.bad.length < MAX_LISTED) tally.bad.push({ number, reason });
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
