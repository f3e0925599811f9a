import { useQuery, useQueryClient } from '@tanstack/preact-query';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { visibleText } from '../../../client/src/visible-text.ts';
import { agentOf, type MemoryRecord, NotFoundError } from '../data/client.ts';
import { useExpiry } from '../data/expiry.ts';
import { useFirstAnswers } from '../data/first-answers.ts';
import { useMay } from '../data/login.ts';
import { headOf } from '../data/memory-text.ts';
import { useMutation } from '../data/use-mutation.ts';
import { EditMemory } from './edit-memory.tsx';
import { History } from './history.tsx';
import { Links, linksQuery } from './links.tsx';
import { Around, aroundQuery } from './memory-around.tsx';
import { MemoryFacts } from './memory-facts.tsx';
import { MissingMemory } from './memory-missing.tsx';
import { Related } from './memory-related.tsx';
import { Uses, usesQuery } from './memory-uses.tsx';
import { newerQuery, olderQuery, Versions } from './memory-versions.tsx';
import { Loading, Problem } from './problem.tsx';
import { Standing } from './standing.tsx';
import { TransferMemory } from './transfer-memory.tsx';
import { TrustMark } from './trust-mark.tsx';
import { AskedButton } from '../ui/asked-button.tsx';
import { useOpener } from '../ui/focus.ts';
import { useToast } from '../ui/toasts.tsx';

const HISTORY = 100;
/** Up to this length a content is shown in larger letters. */
const SHORT = 280;

/** A memory as its page and the panel beside a list show it. */
export function useMemory(agentId: string, id: string) {
  return useQuery({
    queryKey: ['memory', agentId, id],
    queryFn: () => agentOf(agentId).memories.get(id),
  });
}

/** The heading for it, also while it is loaded. */
export function titleOf(memory: MemoryRecord | undefined): string {
  return memory ? headOf(memory).title || 'Without a title' : 'Memory';
}

interface BodyProps {
  agentId: string;
  id: string;
  /** Called when the memory was deleted. */
  leave: () => void;
}

/** What the memory says, and what is known around it. */
export function MemoryBody({ agentId, id, leave }: BodyProps) {
  const memory = useMemory(agentId, id);
  if (memory.error instanceof NotFoundError) return <MissingMemory agentId={agentId} memoryId={id} />;
  return (
    <>
      {memory.isPending && <Loading what="the memory" />}
      {memory.isError && <Problem error={memory.error} retry={() => void memory.refetch()} />}
      {memory.data && (
        <>
          <Record key={id} agentId={agentId} memory={memory.data} leave={leave} />
          <Rest key={`${agentId} ${id}`} agentId={agentId} memory={memory.data} />
        </>
      )}
    </>
  );
}

interface ShownProps extends Pick<BodyProps, 'agentId' | 'leave'> {
  memory: MemoryRecord;
}

/** What is known around it. It is shown when all of it is there: what comes later would move it. */
function Rest({ agentId, memory }: { agentId: string; memory: MemoryRecord }) {
  const may = useMay();
  const place = { agentId, memoryId: memory.id };
  const history = useQuery({
    queryKey: ['memory', agentId, memory.id, 'history'],
    queryFn: () => agentOf(agentId).memories.history(memory.id, { limit: HISTORY }),
  });
  const links = useQuery({ ...linksQuery(agentId, memory.id), enabled: may('listLinks') });
  const others = [
    links,
    useQuery(olderQuery(agentId, memory, links.data?.links)),
    useQuery({ ...usesQuery(agentId, memory.id), enabled: may('listMemoryUses') }),
    useQuery(aroundQuery(agentId, memory)),
    useQuery(newerQuery(agentId, memory)),
  ];
  if (!useFirstAnswers([history, ...others])) return <Loading what="what is known around it" />;
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

function Record({ agentId, memory, leave }: ShownProps) {
  const [isEditing, setEditing] = useState(false);
  const opener = useOpener(isEditing);
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
            <Actions
              agentId={agentId}
              memory={memory}
              opener={opener}
              edit={() => setEditing(true)}
              leave={leave}
            />
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

interface ActionsProps extends ShownProps {
  opener: RefObject<HTMLButtonElement>;
  edit: () => void;
}

function Actions({ agentId, memory, opener, edit, leave }: ActionsProps) {
  const may = useMay();
  const { expire, restore, error } = useExpiry(agentId, memory.id);
  const isActive = memory.status === 'active';
  return (
    <>
      <div class="row">
        {may('editMemory') && (
          <button ref={opener} type="button" onClick={edit}>
            Edit
          </button>
        )}
        {may(isActive ? 'expireMemory' : 'restoreMemory') && (
          // One button, which keeps the focus when it becomes the other one.
          <button type="button" onClick={() => (isActive ? expire : restore).mutate()}>
            {isActive ? 'Expire' : 'Restore'}
          </button>
        )}
        {may('deleteMemory') && <DeleteMemory agentId={agentId} memoryId={memory.id} leave={leave} />}
      </div>
      {error && <Problem error={error} />}
    </>
  );
}

function DeleteMemory({
  agentId,
  memoryId,
  leave,
}: {
  agentId: string;
  memoryId: string;
  leave: () => void;
}) {
  const toast = useToast();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => agentOf(agentId).memories.delete(memoryId),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['memory', agentId, memoryId] });
      // A list that was kept would show the deleted memory until it is loaded again.
      queries.removeQueries({ queryKey: ['memories', agentId] });
      toast({ text: 'The memory is deleted.' });
      leave();
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
