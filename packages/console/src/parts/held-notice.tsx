import { useQuery } from '@tanstack/preact-query';
import { service } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { memories } from '../data/memory-tasks.ts';

/** A link to the memories that wait in quarantine; nothing where none does, or for a login that may not see them. */
export function HeldNotice({ agentId }: { agentId: string }) {
  const may = useMay();
  const held = useQuery({
    queryKey: ['quarantine', agentId, 'count'],
    queryFn: async () => (await service.agents.quarantine(agentId, { limit: 1 })).totalAvailable,
    enabled: may('listQuarantine'),
  });
  const count = held.data ?? 0;
  if (count === 0) return null;
  return (
    <>
      {', '}
      <a href={`/app/agents/${encodeURIComponent(agentId)}/quarantine`}>{memories(count)} in quarantine</a>
    </>
  );
}
