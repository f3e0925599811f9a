import { useLocation, useRoute } from 'preact-iso';
import { useAgentId } from '../data/address.ts';
import { MemoryBody, titleOf, useMemory } from '../parts/memory-body.tsx';
import { Page } from '../parts/page.tsx';

/** What does this memory say, and how did it come to say so? */
export function MemoryPage() {
  const agentId = useAgentId();
  const id = useRoute().params.memory_id ?? '';
  const { route } = useLocation();
  const list = `/app/agents/${encodeURIComponent(agentId)}`;
  return (
    <Page title={titleOf(useMemory(agentId, id).data)} lead={<a href={list}>All memories of {agentId}</a>}>
      <MemoryBody agentId={agentId} id={id} leave={() => route(list, true)} />
    </Page>
  );
}
