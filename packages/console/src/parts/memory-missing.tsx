import { useQuery } from '@tanstack/preact-query';
import { agentOf } from '../data/client.ts';
import { actorWords } from '../data/memory-words.ts';
import { Empty } from './problem.tsx';
import { Time } from './time.tsx';

interface MissingProps {
  agentId: string;
  memoryId: string;
}

/** In place of a memory that is not there: its history, which outlives it, says what became of it. */
export function MissingMemory({ agentId, memoryId }: MissingProps) {
  const history = useQuery({
    queryKey: ['memory', agentId, memoryId, 'history'],
    queryFn: () => agentOf(agentId).memories.history(memoryId, { limit: 1 }),
  });
  const [last] = history.data?.entries ?? [];
  const all = <a href={`/app/agents/${encodeURIComponent(agentId)}`}>All memories of {agentId}</a>;
  if (history.isPending) return null;
  if (last?.event === 'deleted')
    return (
      <Empty title="This memory was deleted for good">
        <Time at={last.at} />, by {actorWords(last.by, agentId)}. {all}
      </Empty>
    );
  return <Empty title="There is no such memory here">The address is wrong, or it was moved. {all}</Empty>;
}
