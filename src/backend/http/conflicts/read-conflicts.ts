import { isObject } from '../../../common/objects';
import type { BackendConflict } from '../../memory-search';

/** Limit of rows per answer. */
const MAX_ROWS = 1_000;

/** Some versions report `conflict` as the type. */
const TYPES: ReadonlyMap<string, BackendConflict['type']> = new Map([
  ['contradiction', 'contradiction'],
  ['conflict', 'contradiction'],
  ['update', 'update'],
  ['duplicate', 'duplicate'],
] as const);

/**
 * The conflicts in an answer: a list, or an object with the list `conflicts`; null for anything else. Invalid rows are
 * dropped, but the ids are not checked.
 */
export function readConflicts(answer: unknown): BackendConflict[] | null {
  const rows = isObject(answer) ? answer.conflicts : answer;
  if (!Array.isArray(rows)) return null;
  return (rows as unknown[]).slice(0, MAX_ROWS).flatMap((row) => toConflict(row) ?? []);
}

function toConflict(row: unknown): BackendConflict | null {
  if (!isObject(row) || row.conflict === false) return null;
  const { old_memory_id: oldId, new_memory_id: newId } = row;
  const type = typeof row.type === 'string' ? TYPES.get(row.type.trim().toLowerCase()) : undefined;
  if (type === undefined || !isId(oldId) || !isId(newId) || oldId === newId) return null;
  const { title, description, recommendation } = row;
  return {
    oldId,
    newId,
    type,
    title: textOf(title),
    description: textOf(description),
    recommendation: textOf(recommendation),
  };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
