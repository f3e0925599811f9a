import { firstBytes } from '../common/text';
import { fenced, fencedRow, fenceRule } from '../inference/fence';
import {
  clipped,
  replacedOn,
  SUMMARY_TYPES,
  type DayDigest,
  type DayMemory,
  type DayReport,
} from './day-digest';

/** UTF-8 bytes of memories per call: about 3,000 tokens of English, 4,000 of Chinese, for small models. */
const PART_BYTES = 12_000;
/** Calls that one summary may cost before the last one. */
export const MAX_PARTS = 8;
/** Memories that one changes, and what is said of each. */
const MOST_CHANGED = 3;
const CHANGED_TEXT = 300;

const STYLE =
  'Say as a change what a row `replaces`, and as open what it `may replace` or `contradicts`. ' +
  'Write plain sentences in the language that most of the data is in. State only what the data says. ' +
  'Leave out greetings, headings and remarks about yourself or the data.';

export const PART_SYSTEM = [
  'You are given a part of what an agent remembered in the course of a day. Note down in at most 120 words what was ' +
    'decided, what became known or was done, what is still to be done, and what went wrong.',
  STYLE,
  fenceRule('memories'),
].join('\n\n');

export const WHOLE_SYSTEM = [
  'You are given what an agent remembered in the course of a day. Summarise the day in at most 250 words: first what ' +
    'was decided, then what became known or was done, then what is still to be done, then what went wrong.',
  STYLE,
  fenceRule('memories'),
].join('\n\n');

export const NOTES_SYSTEM = [
  'You are given notes on the parts of a day, in order. Make them one summary of the day in at most 250 words: first ' +
    'what was decided, then what became known or was done, then what is still to be done, then what went wrong. Say ' +
    'once what several notes say.',
  STYLE,
  fenceRule('notes'),
].join('\n\n');

/** A day as a model reads it: a prompt a part, in the order of time. */
export interface DayPrompts {
  parts: string[];
  /** Memories that do not fit into the most parts there may be. */
  unread: number;
}

/** None of a day with nothing worth reading. */
export function dayPrompts(digest: DayReport): DayPrompts {
  const rows = rowsOf(digest);
  const candidates = inTurn(digest).filter((memory) => rows.has(memory));
  const chosen = fitting(candidates, rows, PART_BYTES * MAX_PARTS);
  const inOrder = [...chosen].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const parts = inParts(inOrder, rows).map((part) =>
    promptOf(
      digest.date,
      fenced(
        'memories',
        part.map((memory) => rows.get(memory) ?? {}),
      ),
    ),
  );
  return { parts, unread: candidates.length - chosen.length };
}

/** The prompt for making the notes on the parts of a day one. */
export function notesPrompt(date: string, notes: readonly string[]): string {
  const bytes = Math.floor(PART_BYTES / notes.length);
  return promptOf(
    date,
    fenced(
      'notes',
      notes.map((note) => ({ note: firstBytes(note, bytes) })),
    ),
  );
}

/** The surest of every type come first: then every type has its say, however many there are of another. */
function inTurn({ best }: DayDigest): DayMemory[] {
  const lists = SUMMARY_TYPES.map((type) => best.get(type) ?? []);
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

type Rows = ReadonlyMap<DayMemory, object>;

/** What a model reads of each memory, with what it changes; none of those that were replaced on the day. */
function rowsOf(day: DayReport): Rows {
  const { best, changes } = day;
  const replaced = replacedOn(day);
  const rest = [...best.values()].flat().filter(({ id }) => !replaced.has(id));
  return new Map(
    rest.map((memory) => {
      const olds = changes.filter(({ newerId }) => newerId === memory.id).slice(0, MOST_CHANGED);
      const said = olds.map(({ kind, older }) => [kind, clipped(older.text, CHANGED_TEXT)]);
      return [memory, { ...toRow(memory), ...Object.fromEntries(said) }];
    }),
  );
}

function fitting(memories: readonly DayMemory[], rows: Rows, bytes: number): DayMemory[] {
  let left = bytes;
  // A part is rarely filled to the last byte.
  const fits = memories.findIndex((memory) => (left -= 1.1 * bytesOf(rows.get(memory))) < 0);
  return fits < 0 ? [...memories] : memories.slice(0, fits);
}

function inParts(memories: readonly DayMemory[], rows: Rows): DayMemory[][] {
  const total = memories.reduce((sum, memory) => sum + bytesOf(rows.get(memory)), 0);
  const count = Math.ceil(total / PART_BYTES);
  const parts: DayMemory[][] = [];
  let before = 0;
  for (const memory of memories) {
    // Parts of about equal length, because the note on a short part is as long as that on a long one.
    const part = Math.floor((before / total) * count);
    (parts[part] ??= []).push(memory);
    before += bytesOf(rows.get(memory));
  }
  return parts.filter((part) => part.length > 0);
}

function toRow({ type, text, createdAt }: DayMemory): object {
  return { time: createdAt.toISOString().slice(11, 16), type, text };
}

function bytesOf(row: object = {}): number {
  return Buffer.byteLength(fencedRow(row));
}

function promptOf(date: string, data: string): string {
  return `The day is ${date}.\n\n${data}`;
}
