import type { ComponentChildren } from 'preact';
import type { MemoryRecord } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { Marked } from './marked.tsx';
import { Time } from './time.tsx';

const PREVIEW = 400;
/** A content up to this length is its own title: derived titles lack the last punctuation mark. */
const SHORT = 160;

interface MemoryItemProps {
  agentId: string;
  memory: MemoryRecord;
  /** Words with these stems are marked. */
  stems?: readonly string[];
  /** Beside the time. */
  note?: ComponentChildren;
  children?: ComponentChildren;
}

/** A memory in a list. What is stored is shown as text only. */
export function MemoryItem({ agentId, memory, stems = [], note, children }: MemoryItemProps) {
  const rest = restOf(memory);
  return (
    <li class={memory.status === 'expired' ? 'memory expired' : 'memory'}>
      <p class="memory-facts">
        <span class="type">{memory.type}</span>
        <Time at={memory.createdAt} form="clock" />
        {memory.source !== 'agent' && <span>from {memory.source}</span>}
        {memory.tags.map((tag) => (
          <span key={tag} class="tag">
            {tag}
          </span>
        ))}
        {memory.status === 'expired' && <span class="state">expired</span>}
        {note}
      </p>
      <a class="memory-title" dir="auto" href={memoryPath(agentId, memory.id)}>
        <Marked text={titleOf(memory)} stems={stems} />
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

function titleOf({ title, content }: MemoryRecord): string {
  if (content.length <= SHORT && content.startsWith(title)) return content;
  return title || 'Without a title';
}

/** The beginning of the content without the title, which is most often the first words of it. */
function restOf(memory: MemoryRecord): string {
  const { content } = memory;
  const title = titleOf(memory);
  if (title === content) return '';
  const start = title.replace(/…$/, '');
  const rest = start !== '' && content.startsWith(start) ? content.slice(start.length) : content;
  const shown = rest.slice(0, PREVIEW).trim();
  return rest !== content && shown !== '' ? `…${shown}` : shown;
}
