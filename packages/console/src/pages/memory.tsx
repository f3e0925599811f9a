import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../client/src/visible-text.ts';
import { useAgentId } from '../data/address.ts';
import { agentOf, type MemoryRecord, NotFoundError } from '../data/client.ts';
import { useExpiry } from '../data/expiry.ts';
import { useMay } from '../data/login.ts';
import { headOf } from '../data/memory-text.ts';
import { EditMemory } from '../parts/edit-memory.tsx';
import { History } from '../parts/history.tsx';
import { Links, linksQuery } from '../parts/links.tsx';
import { Around, aroundQuery } from '../parts/memory-around.tsx';
import { MemoryFacts } from '../parts/memory-facts.tsx';
import { MissingMemory } from '../parts/memory-missing.tsx';
import { Related } from '../parts/memory-related.tsx';
import { Uses, usesQuery } from '../parts/memory-uses.tsx';
import { newerQuery, Versions } from '../parts/memory-versions.tsx';
import { Page } from '../parts/page.tsx';
import { Loading, Problem } from '../parts/problem.tsx';
import { Standing } from '../parts/standing.tsx';
import { TransferMemory } from '../parts/transfer-memory.tsx';
import { TrustMark } from '../parts/trust-mark.tsx';
import { AskedButton } from '../ui/asked-button.tsx';
import { useToast } from '../ui/toasts.tsx';

const HISTORY = 100;
/** Up to this length a content is shown in larger letters. */
const SHORT = 280;

/** What does this memory say, and how did it come to say so? */
export function MemoryPage() {
  const agentId = useAgentId();
  const id = useRoute().params.memory_id ?? '';
  const memory = useQuery({
    queryKey: ['memory', agentId, id],
    queryFn: () => agentOf(agentId).memories.get(id),
  });
  const isMissing = memory.error instanceof NotFoundError;
  return (
    <Page
      title={memory.data ? headOf(memory.data).title || 'Without a title' : 'Memory'}
      lead={<a href={`/app/agents/${encodeURIComponent(agentId)}`}>All memories of {agentId}</a>}
    >
      {memory.isPending && <Loading what="the memory" />}
      {memory.isError && !isMissing && <Problem error={memory.error} retry={() => void memory.refetch()} />}
      {isMissing && <MissingMemory agentId={agentId} memoryId={id} />}
      {memory.data && !isMissing && (
        <>
          <Record key={id} agentId={agentId} memory={memory.data} />
          <Rest key={`${agentId} ${id}`} agentId={agentId} memory={memory.data} />
        </>
      )}
    </Page>
  );
}

/** What is known around it. It is shown when all of it is there: what comes later would move it. */
function Rest({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const may = useMay();
  const place = { agentId, memoryId: memory.id };
  const history = useQuery({
    queryKey: ['memory', agentId, memory.id, 'history'],
    queryFn: () => agentOf(agentId).memories.history(memory.id, { limit: HISTORY }),
  });
  const others = [
    useQuery({ ...linksQuery(agentId, memory.id), enabled: may('listLinks') }),
    useQuery({ ...usesQuery(agentId, memory.id), enabled: may('listMemoryUses') }),
    useQuery(aroundQuery(agentId, memory)),
    useQuery(newerQuery(agentId, memory)),
  ];
  if ([history, ...others].some((query) => query.isLoading))
    return <Loading what="what is known around it" />;
  return (
    <>
      <Versions agentId={agentId} memory={memory} />
      <Around agentId={agentId} memory={memory} />
      <Uses {...place} />
      {may('listLinks') && <Links {...place} />}
      {may('recall') && <Related agentId={agentId} memory={memory} />}
      {may('copyMemory') && <TransferMemory {...place} />}
      {history.data && <History memory={memory} entries={history.data.entries} />}
      {history.isError && <Problem error={history.error} retry={() => void history.refetch()} />}
    </>
  );
}

function Record({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <article class="panel" aria-label="The memory">
      {isEditing ? (
        <EditMemory agentId={agentId} memory={memory} close={() => setEditing(false)} />
      ) : (
        <>
          <div class="row between">
            <p class="memory-facts">
              <span class="type">{memory.type}</span>
              <span class={memory.status === 'active' ? 'state good' : 'state'}>{memory.status}</span>
              <TrustMark agentId={agentId} memory={memory} />
              <Standing agentId={agentId} memory={memory} />
              {memory.tags.map((tag) => (
                <span key={tag} class="tag" dir="auto">
                  {tag}
                </span>
              ))}
            </p>
            <Actions agentId={agentId} memory={memory} edit={() => setEditing(true)} />
          </div>
          {headOf(memory).title !== visibleText(memory.content) && (
            <p class={memory.content.length > SHORT ? 'content' : 'content short'} dir="auto">
              {visibleText(memory.content)}
            </p>
          )}
        </>
      )}
      <MemoryFacts agentId={agentId} memory={memory} />
    </article>
  );
}

interface ActionsProps {
  agentId: string;
  memory: MemoryRecord;
  edit: () => void;
}

function Actions({ agentId, memory, edit }: ActionsProps) {
  const may = useMay();
  const { expire, restore, error } = useExpiry(agentId, memory.id);
  return (
    <>
      <div class="row">
        {may('editMemory') && (
          <button type="button" onClick={edit}>
            Edit
          </button>
        )}
        {memory.status === 'active' && may('expireMemory') && (
          <button type="button" onClick={() => expire.mutate()}>
            Expire
          </button>
        )}
        {memory.status !== 'active' && may('restoreMemory') && (
          <button type="button" onClick={() => restore.mutate()}>
            Restore
          </button>
        )}
        {may('deleteMemory') && <DeleteMemory agentId={agentId} memoryId={memory.id} />}
      </div>
      {error && <Problem error={error} />}
    </>
  );
}

function DeleteMemory({ agentId, memoryId }: { agentId: string; memoryId: string }) {
  const { route } = useLocation();
  const toast = useToast();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => agentOf(agentId).memories.delete(memoryId),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['memory', agentId, memoryId] });
      // A list that was kept would show the deleted memory until it is loaded again.
      queries.removeQueries({ queryKey: ['memories', agentId] });
      toast({ text: 'The memory is deleted.' });
      route(`/app/agents/${encodeURIComponent(agentId)}`, true);
    },
  });
  return (
    <AskedButton
      name="Delete"
      class="danger"
      title="Delete this memory for good?"
      yes="Delete for good"
      action={remove}
    >
      <p>Its history goes with it. This cannot be undone: expire it instead to be able to restore it.</p>
    </AskedButton>
  );
}
