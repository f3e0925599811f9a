import type { Metadata } from '../common/metadata';
import { heldBack, isQuarantined } from '../backend/judged-memory';
import type { Memory } from '../backend/memory';
import { firstCodePoints } from '../common/text';
import { asNotes, cutTo, NOTES_FRAME, shownText } from './stored-notes';
import type { SecretsAnswer } from '../screening/screening.dto';
import type { KindCount } from '../screening/secret-counts';

/** Text of a result at most, in UTF-16 units, so that no call fills a model's context. */
export const MAX_TEXT = 12_000;
/** Code points of a content that a list shows of each memory, unless all is asked for. */
export const SHOWN_CONTENT = 600;
/** Kept for the line about memories that were left out. */
const RESERVED = 150;

const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]/g;

/** A memory in the structured content of a result. */
export interface ShownMemory {
  id: string;
  /** Only of a memory of another agent than the one that asks. */
  agent_id?: string;
  type: string;
  title: string;
  content: string;
  tags: string[];
  created_at: string;
  updated_at?: string;
  score?: number;
  /** Only of an expired memory. */
  status?: 'expired';
  /** Only of one that does not hold now; in a list of another time, then. */
  current?: false;
  /** The memory that holds in its place, if one is known. */
  superseded_by?: string;
  /** Memories that say otherwise, by open links. */
  conflicts_with?: readonly string[];
  /** Only of a memory that has one. */
  scope?: string;
  metadata?: Metadata;
  /** True if the content goes on. */
  cut?: true;
}

export interface Listed {
  memory: Memory;
  score?: number;
  /** Only if it is another agent than the one that asks. */
  agentId?: string;
  /** Whether it holds now; absent if that is not known. */
  isCurrent?: boolean;
  /** Ids of memories that contradict it. */
  conflicts?: readonly string[];
}

export interface ListOptions {
  /** Whole contents. */
  full?: boolean;
  /** Shows the time of the last change too. */
  withUpdate?: boolean;
  /** When nothing was found. */
  none: string;
}

export interface ShownList {
  text: string;
  structured: { memories: ShownMemory[]; count: number; left_out: number };
}

/** The first memories of a list, as many as fit, as one line each and as data. */
export function shownList(listed: readonly Listed[], options: ListOptions): ShownList {
  if (listed.length === 0) {
    return { text: options.none, structured: { memories: [], count: 0, left_out: 0 } };
  }
  const lines: string[] = [];
  const memories: ShownMemory[] = [];
  let room = MAX_TEXT - RESERVED - NOTES_FRAME;
  for (const each of listed) {
    const { shown, line } = withinRoom(each, options, room);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
    memories.push(shown);
  }
  const leftOut = listed.length - memories.length;
  if (leftOut > 0) lines.push(`${leftOut} more did not fit: ask for fewer or narrower.`);
  return {
    text: asNotes(lines.join('\n')),
    structured: { memories, count: memories.length, left_out: leftOut },
  };
}

/** The line of a memory, with the whole content if that is asked for and there is room for it. */
function withinRoom(
  listed: Listed,
  options: ListOptions,
  room: number,
): { shown: ShownMemory; line: string } {
  const shown = shownMemory(listed, options);
  const line = memoryLine(shown, options.full === true);
  if (line.length < room || options.full !== true) return { shown, line };
  return withinRoom(listed, { ...options, full: false }, room);
}

/** The first of these lines that fit into a result, as models read them. */
export function fittingLines(
  lines: readonly string[],
  room = MAX_TEXT - RESERVED - NOTES_FRAME,
): readonly string[] {
  const fitting: string[] = [];
  let left = room;
  for (const line of lines.map(shownText)) {
    left -= line.length + 1;
    if (left < 0) break;
    fitting.push(line);
  }
  return fitting;
}

/** One memory with its whole content, unless it is quarantined. `facts`: more lines of its head, as many as fit. */
export function shownOne(
  { memory, ...standing }: Pick<Listed, 'memory' | 'isCurrent'>,
  facts: readonly string[] = [],
): { text: string; structured: ShownMemory } {
  const options = { full: true, withUpdate: true, none: '' };
  const shown = shownMemory({ ...standing, memory: heldBack(memory) }, options);
  const { id, type, created_at, updated_at, status, title, tags, scope, metadata, content } = shown;
  const marks = status === undefined ? marksOf(shown) : [status];
  const state = [type, created_at, `updated ${updated_at}`, ...marks].join(', ');
  const head = [
    `[${id}] (${state})`,
    `Title: ${oneLine(title)}`,
    ...(tags.length > 0 ? [`Tags: ${oneLine(tags.join(', '))}`] : []),
    ...(scope === undefined ? [] : [`Scope: ${oneLine(scope)}`]),
    ...(metadata === undefined ? [] : [`Metadata: ${oneLine(JSON.stringify(metadata))}`]),
  ];
  const room = MAX_TEXT - NOTES_FRAME - shownText([...head, '', content].join('\n')).length;
  const more = isQuarantined(memory) ? [] : fittingLines(facts, room);
  return { text: asNotes([...head, ...more, '', content].join('\n')), structured: shown };
}

function shownMemory(listed: Listed, { full, withUpdate }: ListOptions): ShownMemory {
  const { memory, score, agentId } = listed;
  const content = full === true ? memory.content : firstCodePoints(memory.content, SHOWN_CONTENT);
  return {
    id: memory.id,
    ...(agentId !== undefined && { agent_id: agentId }),
    type: memory.type,
    title: memory.title,
    content,
    tags: memory.tags,
    created_at: memory.createdAt.toISOString(),
    ...(withUpdate === true && { updated_at: memory.updatedAt.toISOString() }),
    ...(score !== undefined && { score: rounded(score) }),
    ...(memory.status === 'expired' && { status: 'expired' }),
    ...standingOf(listed),
    ...(memory.scope !== null && { scope: memory.scope }),
    ...(Object.keys(memory.metadata).length > 0 && { metadata: memory.metadata }),
    ...(content.length < memory.content.length && { cut: true }),
  };
}

function standingOf({
  memory,
  isCurrent,
  conflicts = [],
}: Listed): Pick<ShownMemory, 'current' | 'superseded_by' | 'conflicts_with'> {
  // One that is quarantined is not current either, and may hold.
  const isOver = isCurrent === false && !isQuarantined(memory);
  return {
    ...(isOver && { current: false }),
    ...(isOver && memory.supersededBy !== null && { superseded_by: memory.supersededBy }),
    ...(conflicts.length > 0 && { conflicts_with: conflicts }),
  };
}

/** `[id] (agent, type, date, score, scope, marks) content`, on one line. */
function memoryLine(memory: ShownMemory, isFull: boolean): string {
  const { id, agent_id, type, created_at, updated_at, score, scope, content, cut } = memory;
  const facts = [
    ...(agent_id === undefined ? [] : [`of ${agent_id}`]),
    type,
    dayOf(created_at),
    ...(updated_at === undefined ? [] : [`updated ${dayOf(updated_at)}`]),
    ...(score === undefined ? [] : [score.toFixed(2)]),
    ...(scope === undefined ? [] : [shownText(oneLine(scope))]),
    ...marksOf(memory),
  ];
  const whole = shownText(oneLine(content));
  // Hidden characters that are written out take more room.
  const text = isFull ? whole : firstCodePoints(whole, SHOWN_CONTENT);
  return `[${id}] (${facts.join(', ')}) ${text}${cut || text.length < whole.length ? '…' : ''}`;
}

/** Why a model must not rely on a memory. */
function marksOf({ current, superseded_by, conflicts_with }: ShownMemory): string[] {
  const replaced = superseded_by === undefined ? 'does not hold now' : `replaced by ${superseded_by}`;
  return [
    ...(current === false ? [replaced] : []),
    ...(conflicts_with === undefined ? [] : [`in conflict with ${conflicts_with.join(' and ')}`]),
  ];
}

export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ');
}

const UNTIL_RELEASED = 'it is not recalled until a person releases it. Tell the user.';

/** The sentences about secrets in a text that a model stored. */
export function secretsText({ redacted = [], warned = [], quarantined = [] }: SecretsAnswer): string[] {
  const listed = (found: readonly KindCount[]) =>
    found.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  return [
    ...(redacted.length > 0 ? [`Not stored: ${listed(redacted)}; a placeholder stands there.`] : []),
    ...(warned.length > 0 ? [`Stored with secrets: ${listed(warned)}. Tell the user.`] : []),
    ...(quarantined.length > 0 ? [`Held back (${quarantined.join(', ')}): ${UNTIL_RELEASED}`] : []),
  ];
}

/** A text that is cut to the length of a result. */
export function withinText(text: string): string {
  return cutTo(MAX_TEXT, text);
}

function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}
