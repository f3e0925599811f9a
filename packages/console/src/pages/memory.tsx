import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../client/src/visible-text.ts';
import { useAgentId } from '../data/address.ts';
import { agentOf, type MemoryRecord } from '../data/client.ts';
import { useExpiry } from '../data/expiry.ts';
import { useMay } from '../data/login.ts';
import { headOf } from '../data/memory-text.ts';
import { memoryPath } from '../data/memory-types.ts';
import { EditMemory } from '../parts/edit-memory.tsx';
import { Facts } from '../parts/facts.tsx';
import { History } from '../parts/history.tsx';
import { Links } from '../parts/links.tsx';
import { Page } from '../parts/page.tsx';
import { Loading, Problem } from '../parts/problem.tsx';
import { Standing } from '../parts/standing.tsx';
import { Time } from '../parts/time.tsx';
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
  const history = useQuery({
    queryKey: ['memory', agentId, id, 'history'],
    queryFn: () => agentOf(agentId).memories.history(id, { limit: HISTORY }),
  });
  return (
    <Page
      title={memory.data ? headOf(memory.data).title || 'Without a title' : 'Memory'}
      lead={<a href={`/app/agents/${encodeURIComponent(agentId)}`}>All memories of {agentId}</a>}
    >
      {memory.isPending && <Loading what="the memory" />}
      {memory.isError && <Problem error={memory.error} retry={() => void memory.refetch()} />}
      {memory.data && <Record agentId={agentId} memory={memory.data} />}
      {memory.data && <Elsewhere key={agentId} agentId={agentId} memoryId={id} />}
      {memory.data && history.data && <History memory={memory.data} entries={history.data.entries} />}
      {history.isError && !memory.isError && (
        <Problem error={history.error} retry={() => void history.refetch()} />
      )}
    </Page>
  );
}

/** Other agents, and memories that this one replaces or contradicts. */
function Elsewhere(place: { agentId: string; memoryId: string }) {
  const may = useMay();
  return (
    <>
      {may('copyMemory') && <TransferMemory {...place} />}
      {may('listLinks') && <Links {...place} />}
    </>
  );
}

function Record({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const [isEditing, setEditing] = useState(false);
  const fileId = memory.source === 'upload' ? memory.sourceRef?.split('#')[0] : undefined;
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
      <Facts
        facts={[
          ['Expired', memory.expiredAt && <Time key="t" at={memory.expiredAt} />],
          ['Expired by', memory.expiredBy],
          ['Confidence', String(memory.confidence)],
          ['Source', memory.source],
          ['Source reference', memory.sourceRef],
          [
            'File',
            fileId && (
              <a href={`/app/agents/${encodeURIComponent(agentId)}/files?file=${fileId}`}>{memory.title}</a>
            ),
          ],
          ['Thread', memory.thread],
          ['Scope', memory.scope],
          ['Metadata', metadataText(memory.metadata)],
          ...aboutFacts(agentId, memory),
          ['Provenance', memory.provenance.replace('_', ' ')],
          ['Written by', memory.actorId],
          ['Created', <Time key="t" at={memory.createdAt} />],
          ['Updated', <Time key="t" at={memory.updatedAt} />],
          ['Id', <code key="c">{memory.id}</code>],
        ]}
      />
    </article>
  );
}

/** Null without any. */
function metadataText(metadata: MemoryRecord['metadata']): string | null {
  const entries = Object.entries(metadata);
  const lines = entries.map(
    ([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
  );
  return lines.length === 0 ? null : lines.join('; ');
}

/** What it is about, and when it holds. */
function aboutFacts(agentId: string, memory: MemoryRecord) {
  return [
    ['Key', memory.key],
    ['Names', memory.names.join(', ') || null],
    ['Holds from', memory.validFrom && <Time key="t" at={memory.validFrom} />],
    ['Expires', memory.expiresAt && <Time key="t" at={memory.expiresAt} />],
    ['Holds until', memory.validTo && <Time key="t" at={memory.validTo} />],
    ['Tells of the past', memory.past === null ? null : memory.past ? 'yes' : 'no'],
    [
      'Superseded by',
      memory.supersededBy && (
        <a href={memoryPath(agentId, memory.supersededBy)}>
          <code>{memory.supersededBy}</code>
        </a>
      ),
    ],
  ] as const;
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
    <>
      <AskedButton
        name="Delete"
        class="danger"
        title="Delete this memory for good?"
        yes="Delete for good"
        action={remove}
      >
        <p>Its history goes with it. This cannot be undone: expire it instead to be able to restore it.</p>
      </AskedButton>
    </>
  );
}
