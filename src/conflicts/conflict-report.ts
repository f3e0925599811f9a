import type { Memory } from '../backend/memory';
import { firstCodePoints } from '../common/text';
import type { Verdict } from './verdict';

/** A pair of memories in the report of a day. The contents are read from the memories. */
export interface ConflictRow extends Verdict {
  /** The place in the report of the day, for ever. */
  index: number;
  oldMemoryId: string;
  newMemoryId: string;
}

/** `<date>-<index>`. */
export const CONFLICT_ID = /^(\d{4}-\d{2}-\d{2})-(\d{1,10})$/;

/** The id of a row, unique among the reports of an agent. It never changes, because a row keeps its day and its index. */
export function conflictIdOf(date: string, index: number): string {
  return `${date}-${index}`;
}

/** A row with its report. */
export interface ReportedRow extends ConflictRow {
  /** YYYY-MM-DD. */
  date: string;
  isResolved: boolean;
}

/** A row with its report, and with those of its memories that are there. */
export type ReportedConflict = ReportedRow & { old: Memory | null; new: Memory | null };

/** An unresolved row, with its memories as they are now. */
export interface OpenConflict extends ConflictRow {
  old: Memory;
  new: Memory;
}

/** A row before it has its place. */
export type NewConflictRow = Omit<ConflictRow, 'index'> & { generatedBy: string };

const MAX_TITLE = 200;
const MAX_TEXT = 2_000;

/** A model may have written the verdict: nothing in it is taken to be short, or to be storable. */
export function toNewRow(
  { older, newer }: { older: Memory; newer: Memory },
  verdict: Verdict,
  generatedBy: string,
): NewConflictRow {
  return {
    type: verdict.type,
    title: storable(verdict.title, MAX_TITLE),
    description: storable(verdict.description, MAX_TEXT),
    recommendation: storable(verdict.recommendation, MAX_TEXT),
    oldMemoryId: older.id,
    newMemoryId: newer.id,
    generatedBy,
  };
}

function storable(text: string, maxCodePoints: number): string {
  return firstCodePoints(text.toWellFormed().replaceAll('\u0000', '\ufffd'), maxCodePoints);
}
