import type { MemoryRecord } from '@agent-memory/client';
import { formatMoment } from './dates.ts';
import { paint, printable } from './output.ts';

type Listed = Pick<MemoryRecord, 'id' | 'type' | 'content' | 'createdAt' | 'tags' | 'status'> & {
  score: number | null;
};

/** Memories for people: a line with the id and what is known about the memory, then its content. */
export function memoriesText(memories: readonly Listed[], none: string): string {
  return memories.length === 0 ? none : memories.map(memoryText).join('\n\n');
}

export function memoryText({ id, type, content, createdAt, tags, status, score }: Listed): string {
  const facts = [
    id,
    type,
    formatMoment(createdAt),
    ...(score === null ? [] : [score.toFixed(2)]),
    ...(status === 'active' ? [] : [status]),
    ...tags.map((tag) => `#${tag}`),
  ];
  return `${paint(process.stdout, 'dim', printable(facts.join('  ')))}\n${printable(content)}`;
}

/** Says that a list is only a part of what there is. */
export function moreText(shown: number, all: number): string {
  return all > shown ? `\n\n${shown} of ${all} memories: --limit shows more.` : '';
}
