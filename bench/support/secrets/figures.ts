import type { LabelledText, Span } from './labelled-texts';

/** A labelled text and what one detector finds in it. */
export interface Judged {
  labelled: LabelledText;
  found: readonly Span[];
}

export interface Figures {
  texts: number;
  /** Texts of whose secrets nothing stays; without secrets: texts in which something is found all the same. */
  hits: number;
}

/** By kind, in the order of the first text of each, and then of all. */
export function figuresByKind(judged: readonly Judged[], isFound = isHit): Map<string, Figures> {
  const rows = new Map<string, Figures>();
  for (const each of judged) count(rows, each.labelled.kind, each, isFound);
  for (const each of judged) count(rows, 'all', each, isFound);
  return rows;
}

function count(rows: Map<string, Figures>, name: string, { labelled, found }: Judged, isFound = isHit): void {
  const row = rows.get(name) ?? { texts: 0, hits: 0 };
  rows.set(name, row);
  row.texts++;
  if (isFound(labelled, found)) row.hits++;
}

/** With secrets: whether all of each is within what was found. Without: whether anything was found. */
export function isHit({ secrets }: LabelledText, found: readonly Span[]): boolean {
  return secrets.length === 0 ? found.length > 0 : secrets.every((each) => isCovered(each, found));
}

/** Whether anything of a secret was found; others mark the address or the name of a secret with it. */
export function isTouched({ secrets }: LabelledText, found: readonly Span[]): boolean {
  const places = secrets.length === 0 ? [{ start: 0, end: Infinity }] : secrets;
  return places.some((secret) => found.some(({ start, end }) => start < secret.end && secret.start < end));
}

function isCovered(secret: Span, found: readonly Span[]): boolean {
  let at = secret.start;
  for (const { start, end } of [...found].sort((a, b) => a.start - b.start))
    if (start <= at) at = Math.max(at, end);
  return at >= secret.end;
}
