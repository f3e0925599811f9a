import type { MemoryRecord } from '@agent-memory/client';
import { formatMoment } from './dates.ts';
import { paint, printable } from './output.ts';
import { type Standing, standingText } from './standing-text.ts';

type Listed = Pick<MemoryRecord, 'id' | 'type' | 'content' | 'createdAt' | 'tags'> &
  Standing & {
    score: number | null;
    /** Only where recall found it: ids of memories that say otherwise. */
    conflictsWith?: readonly string[];
    /** Its agent, where another one found it. */
    of?: string;
  };

/**
 * Memories for people: a line with the id and what is known about the memory, a line that says when it holds if that is
 * known, then its content.
 */
export function memoriesText(memories: readonly Listed[], none: string): string {
  return memories.length === 0 ? none : memories.map(memoryText).join('\n\n');
}

export function memoryText(memory: Listed): string {
  const { id, of, type, content, createdAt, tags, status, score, conflictsWith = [] } = memory;
  const facts = [
    id,
    ...(of === undefined ? [] : [`of ${of}`]),
    type,
    formatMoment(createdAt),
    ...(score === null ? [] : [score.toFixed(2)]),
    ...(status === 'active' ? [] : [status]),
    ...tags.map((tag) => `#${tag}`),
  ];
  const standing = standingText(memory);
  const lines = [
    paint(process.stdout, 'dim', printable(facts.join('  '))),
    ...(standing === ''
      ? []
      : [paint(process.stdout, memory.current ? 'dim' : 'yellow', printable(standing))]),
    ...(conflictsWith.length === 0
      ? []
      : [paint(process.stdout, 'yellow', printable(`In conflict with ${conflictsWith.join(', ')}`))]),
    printable(content),
  ];
  return lines.join('\n');
}

/** The key, names, scope and metadata of a memory, as far as it has them. */
export function aboutText({
  key,
  names,
  scope,
  metadata,
}: Pick<MemoryRecord, 'key' | 'names' | 'scope' | 'metadata'>): string {
  const lines = [
    ...(key === null ? [] : [`Key: ${key}`]),
    ...(names.length === 0 ? [] : [`Names: ${names.join(', ')}`]),
    ...(scope === null ? [] : [`Scope: ${scope}`]),
    ...(Object.keys(metadata).length === 0 ? [] : [`Metadata: ${JSON.stringify(metadata)}`]),
  ];
  return lines.map((line) => `\n${paint(process.stdout, 'dim', printable(line))}`).join('');
}

/** Says that a list is only a part of what there is. */
export function moreText(shown: number, all: number): string {
  return all > shown ? `\n\n${shown} of ${all} memories: --limit shows more.` : '';
}
