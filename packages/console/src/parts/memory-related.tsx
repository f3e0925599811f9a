import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { MemoryItem } from './memory-item.tsx';
import { Loading, Problem } from './problem.tsx';

const SHOWN = 6;
/** The most that a recall takes. */
const LONGEST_QUERY = 1_000;
/** Less only shares a common word. */
const LEAST_SIMILARITY = 0.2;

/** Memories about the same, which are searched for when they are asked for: the search is kept as a recall. */
export function Related({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Related memories</summary>
      {isOpen && <Found agentId={agentId} memory={memory} />}
    </details>
  );
}

function Found({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const related = useQuery({
    queryKey: ['memory', agentId, memory.id, 'related'],
    queryFn: () =>
      agentOf(agentId).recall([...memory.content].slice(0, LONGEST_QUERY).join(''), {
        limit: SHOWN + 1,
        minScore: LEAST_SIMILARITY,
        neighbours: 'off',
        include: 'superseded',
      }),
  });
  if (related.isPending) return <Loading what="related memories" />;
  if (related.isError) return <Problem error={related.error} retry={() => void related.refetch()} />;
  const others = related.data.memories.filter(({ id }) => id !== memory.id).slice(0, SHOWN);
  if (others.length === 0) return <p class="quiet">No other memory is about the same.</p>;
  return (
    <ul role="list" aria-label="Related memories">
      {others.map((each) => (
        <MemoryItem key={each.id} agentId={each.agentId} memory={each} />
      ))}
    </ul>
  );
}
