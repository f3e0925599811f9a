import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { service } from '../data/client.ts';
import { memoryPath } from '../data/memory-types.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { AgentField } from './agent-field.tsx';
import { Problem } from './problem.tsx';

interface TransferMemoryProps {
  agentId: string;
  memoryId: string;
}

/** Copies the memory to another agent, or moves it there. */
export function TransferMemory({ agentId, memoryId }: TransferMemoryProps) {
  const [to, setTo] = useState('');
  const { route } = useLocation();
  const queries = useQueryClient();
  const copy = useMutation({
    mutationFn: () => service.agents.copyMemory(agentId, memoryId, to),
    onSuccess: (copied) => refreshMemories(queries, copied.agentId),
  });
  const move = useMutation({
    mutationFn: () => service.agents.moveMemory(agentId, memoryId, to),
    onSuccess: (moved) => {
      // Both would show it where it is no more.
      queries.removeQueries({ queryKey: ['memory', agentId, memoryId] });
      queries.removeQueries({ queryKey: ['memories', agentId] });
      queries.removeQueries({ queryKey: ['memories', moved.agentId] });
      route(memoryPath(moved.agentId, moved.memoryId));
    },
  });
  const isBusy = copy.isPending || move.isPending;
  const failure = copy.error ?? move.error;
  return (
    <details class="panel">
      <summary>Copy or move to another agent</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          move.reset();
          copy.mutate();
        }}
      >
        <AgentField label="To agent" without={[agentId]} value={to} change={setTo} />
        <button disabled={isBusy}>Copy</button>
        <button
          type="button"
          disabled={isBusy || to === ''}
          onClick={() => {
            copy.reset();
            move.mutate();
          }}
        >
          Move
        </button>
      </form>
      <p class="quiet">
        A copy gets an id of its own. A move keeps the id and deletes the memory here. Both need{' '}
        <code>write</code> access to both agents.
      </p>
      {copy.data && (
        <p role="status">
          Copied to {copy.data.agentId}.{' '}
          <a href={memoryPath(copy.data.agentId, copy.data.memoryId)}>Open the copy</a>
        </p>
      )}
      {failure && <Problem error={failure} />}
    </details>
  );
}
