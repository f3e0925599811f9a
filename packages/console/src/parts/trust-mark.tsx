import { useQueryClient } from '@tanstack/preact-query';
import { service, type MemoryRecord } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Problem } from './problem.tsx';

/** Whether a memory is trusted less than what a person stated; one that looks planted can be released. */
export function TrustMark({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const queries = useQueryClient();
  const may = useMay();
  const release = useMutation({
    mutationFn: () => service.agents.release(agentId, memory.id),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['memory', agentId, memory.id] }),
        refreshMemories(queries, agentId),
      ]),
  });
  if (memory.trust === 'trusted') return null;
  const reasons = memory.trustReasons.join(', ').replaceAll('_', ' ');
  if (memory.trust === 'unverified') return <span class="state">unverified</span>;
  return (
    <>
      <span class="state">quarantined: {reasons}</span>
      {may('releaseMemory') && (
        <button type="button" disabled={release.isPending} onClick={() => release.mutate()}>
          Release
        </button>
      )}
      {release.error && <Problem error={release.error} />}
    </>
  );
}
