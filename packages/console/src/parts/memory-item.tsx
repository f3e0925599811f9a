import type { ComponentChildren } from 'preact';
import type { MemoryRecord } from '../data/client.ts';
import { headOf } from '../data/memory-text.ts';
import { Marked } from './marked.tsx';
import { useMemoryLink } from './memory-link.ts';
import { Standing } from './standing.tsx';
import { SelectionBox } from '../ui/selection.tsx';
import { Time } from './time.tsx';

interface MemoryItemProps {
  agentId: string;
  memory: MemoryRecord;
  /** In a list of one day the time of day is enough. */
  form?: 'full' | 'clock';
  /** Words with these stems are marked. */
  stems?: readonly string[];
  /** Beside the time. */
  note?: ComponentChildren;
  children?: ComponentChildren;
}

/** A memory in a list. What is stored is shown as text only. */
export function MemoryItem({ agentId, memory, form = 'full', stems = [], note, children }: MemoryItemProps) {
  const { title, rest } = headOf(memory, stems);
  const link = useMemoryLink(agentId, memory.id);
  return (
    <li class={memory.status === 'expired' ? 'memory expired' : 'memory'}>
      <SelectionBox id={memory.id} name={title || 'Without a title'} />
      <p class="memory-facts">
        <span class="type">{memory.type}</span>
        <Time at={memory.createdAt} form={form} />
        {memory.source !== 'agent' && (
          <span>
            from <bdi>{memory.source}</bdi>
          </span>
        )}
        {memory.tags.map((tag) => (
          <span key={tag} class="tag" dir="auto">
            {tag}
          </span>
        ))}
        {memory.status === 'expired' && <span class="state">expired</span>}
        <Standing agentId={agentId} memory={memory} />
        {note}
      </p>
      <a class="memory-title" dir="auto" {...link}>
        <Marked text={title || 'Without a title'} stems={stems} />
      </a>
      {rest !== '' && (
        <p class="preview" dir="auto">
          <Marked text={rest} stems={stems} />
        </p>
      )}
      {children}
    </li>
  );
}
