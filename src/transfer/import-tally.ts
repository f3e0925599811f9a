/** A line that was not taken, and why. */
export interface RefusedLine {
  number: number;
  reason: string;
}

/** What an import did. */
export interface ImportTally {
  /** Lines whose things are new here. */
  stored: number;
  /** Lines whose things were here, and were left as they are. */
  there: number;
  /** Memories that were deleted here. */
  refused: number;
  /** The first MAX_TOLD of the bad lines. */
  bad: RefusedLine[];
  badCount: number;
  /** The file has its last line. */
  isComplete: boolean;
  /** Agents asked for of which the file has nothing. */
  missing: string[];
}

const MAX_TOLD = 100;

export function newTally(): ImportTally {
  return { stored: 0, there: 0, refused: 0, bad: [], badCount: 0, isComplete: false, missing: [] };
}

export function addBad(tally: ImportTally, number: number, reason: string): void {
  tally.badCount += 1;
  if (tally.bad.length < MAX_TOLD) tally.bad.push({ number, reason });
}

/** Whether everything that was asked for is here now. */
export function isDone(tally: ImportTally): boolean {
  return tally.badCount === 0 && tally.isComplete && tally.missing.length === 0;
}

/** For whoever ran the import: a line each. */
export function tallyLines(tally: ImportTally): string[] {
  const { stored, there, refused, bad, badCount, isComplete, missing } = tally;
  const untold = badCount - bad.length;
  return [
    ...bad.map(({ number, reason }) => `Line ${number} was not imported: ${reason}`),
    ...(untold > 0 ? [`${untold} more lines were not imported`] : []),
    ...(isComplete ? [] : ['The file has no end: the export was cut off. What came before it is imported']),
    ...missing.map((agentId) => `The file has no agent '${agentId}'`),
    ...(refused > 0 ? [`${refused} memories were deleted here: --force brings them back`] : []),
    `${stored} stored, ${there} there already, ${refused} refused, ${badCount} bad`,
  ];
}
