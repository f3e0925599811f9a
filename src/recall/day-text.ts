import type { MemoryType } from '../backend/memory';
import type { Language } from '../common/languages';
import {
  bySureness,
  clipped,
  replacedOn,
  SUMMARY_TYPES,
  type DayChange,
  type DayDigest,
  type DayMemory,
  type DayReport,
} from './day-digest';
import { dayOf } from './extractive-answer';
import { namesIn } from './names';

/** The headings of what shares no subject with others; types without one are only counted. */
const HEADINGS: Readonly<Record<MemoryType, string | null>> = {
  decision: 'Decisions',
  fact: 'Facts',
  commitment: 'Open commitments',
  error: 'Errors',
  goal: 'Goals',
  preference: 'Preferences',
  instruction: 'Instructions',
  learning: 'Learnings',
  event: 'Events',
  relationship: 'Relationships',
  observation: 'Observations',
  artifact: null,
  context: null,
};

const MAX_SUBJECTS = 12;
const LEAST_OF_SUBJECT = 2;
const MAX_LINES = 10;
const MAX_CHANGES = 20;
const MAX_LINE = 240;
const SAYS = { replaces: 'Before:', 'may replace': 'May replace:', contradicts: 'Against:' } as const;

const USER = 'The user';
const IS_OF_USER = /^(?:the user|user|i|i'm|my)\b/i;

/**
 * The summary of a day without a model, with ids: what changed, then by subject, then by type what shares its subject with
 * nothing. Lists are in the order of time.
 */
export function summaryByRules(day: DayReport, language: Language): string {
  const replaced = replacedOn(day);
  const listed = SUMMARY_TYPES.filter((type) => HEADINGS[type] !== null)
    .flatMap((type) => day.best.get(type) ?? [])
    .filter(({ id }) => !replaced.has(id));
  const changing = new Set(day.changes.map(({ newerId }) => newerId));
  const byId = new Map(listed.map((memory) => [memory.id, memory]));
  const rest = listed.filter(({ id }) => !changing.has(id));
  const { subjects, others } = bySubject(rest, language);
  return [headline(day), ...changesOf(day.changes, byId), ...subjects, ...byType(others, day)].join('\n\n');
}

/** Such as `3 memories of 2026-05-01: 2 facts, 1 decision.` */
function headline({ date, count, byType: counted }: DayDigest): string {
  if (count === 0) return `No memories of ${date}.`;
  const counts = Object.entries(counted).map(([type, of]) => `${of} ${of === 1 ? type : `${type}s`}`);
  return `${count} ${count === 1 ? 'memory' : 'memories'} of ${date}: ${counts.join(', ')}.`;
}

function changesOf(changes: readonly DayChange[], byId: ReadonlyMap<string, DayMemory>): string[] {
  const newer = [...new Set(changes.map(({ newerId }) => newerId))].flatMap((id) => byId.get(id) ?? []);
  if (newer.length === 0) return [];
  const shown = chosen(newer, MAX_CHANGES).map((memory) => {
    const olds = changes.filter(({ newerId }) => newerId === memory.id);
    const said = olds.map(
      ({ kind, older }) => `${SAYS[kind]} ${clipped(older.text, MAX_LINE)} [${older.id}]`,
    );
    return [line(memory), ...said].join(' ');
  });
  return [['Changes', ...shown, ...left(newer.length - shown.length)].join('\n')];
}

/** Groups of those that share a subject, the largest first, and those that share none. */
function bySubject(
  memories: readonly DayMemory[],
  language: Language,
): { subjects: string[]; others: DayMemory[] } {
  const titles = new Map<string, string>();
  let others = memories.map((memory) => ({ memory, about: subjectsOf(memory, language, titles) }));
  const subjects: string[] = [];
  while (subjects.length < MAX_SUBJECTS) {
    const counts = new Map<string, number>();
    for (const { about } of others) for (const each of about) counts.set(each, (counts.get(each) ?? 0) + 1);
    const [subject, count] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0]);
    if (count < LEAST_OF_SUBJECT) break;
    const group = others.filter(({ about }) => about.has(subject)).map(({ memory }) => memory);
    subjects.push(groupOf(titles.get(subject) ?? subject, group, group.length));
    others = others.filter(({ about }) => !about.has(subject));
  }
  return { subjects, others: others.map(({ memory }) => memory) };
}

/** What a memory may be about: the first part of its key, the user, and its names. `titles`: how they are written. */
function subjectsOf(
  { key, text }: DayMemory,
  language: Language,
  titles: Map<string, string>,
): ReadonlySet<string> {
  const dot = key?.indexOf('.') ?? -1;
  const ofKey = dot > 0 ? (key ?? '').slice(0, dot) : null;
  const isOfUser = ofKey?.toLowerCase() === 'user' || IS_OF_USER.test(text);
  const names = namesIn(text, language).map((name) => name.text);
  const all = [...(isOfUser ? [USER] : ofKey === null ? [] : [ofKey]), ...names];
  for (const title of all) if (!titles.has(title.toLowerCase())) titles.set(title.toLowerCase(), title);
  return new Set(all.map((title) => title.toLowerCase()));
}

function byType(memories: readonly DayMemory[], day: DayDigest): string[] {
  return SUMMARY_TYPES.flatMap((type) => {
    const [heading, own] = [HEADINGS[type], memories.filter((memory) => memory.type === type)];
    if (heading === null || own.length === 0) return [];
    const unread = (day.byType[type] ?? 0) - (day.best.get(type)?.length ?? 0);
    return [groupOf(heading, own, own.length + unread)];
  });
}

function groupOf(heading: string, memories: readonly DayMemory[], count: number): string {
  const shown = chosen(memories, MAX_LINES).map(line);
  return [heading, ...shown, ...left(count - shown.length)].join('\n');
}

/** The surest, in the order of time. */
function chosen(memories: readonly DayMemory[], most: number): DayMemory[] {
  return [...memories]
    .sort(bySureness)
    .slice(0, most)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

function line({ id, text, from, until }: DayMemory): string {
  const times = [
    ...(from === null ? [] : [`from ${dayOf(from)}`]),
    ...(until === null ? [] : [`until ${dayOf(until)}`]),
  ];
  return `- ${clipped(text, MAX_LINE)}${times.length === 0 ? '' : ` (${times.join(' ')})`} [${id}]`;
}

function left(count: number): string[] {
  return count > 0 ? [`- and ${count} more`] : [];
}
