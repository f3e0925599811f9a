import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { agentOf, type MemoryLink } from '../data/client.ts';
import { actionsOf, FOUND_BY, otherOf, relationOf, type LinkAction } from '../data/link-words.ts';
import { useMay } from '../data/login.ts';
import { memoryPath } from '../data/memory-types.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { Problem } from './problem.tsx';

const SHOWN = 100;

export function linksQuery(agentId: string, memoryId: string) {
  return {
    queryKey: ['memory', agentId, memoryId, 'links'],
    queryFn: () => agentOf(agentId).links.list({ memoryId, limit: SHOWN }),
  };
}

/** Which other memories this one replaces, contradicts or repeats. Nothing is shown where there is none. */
export function Links({ agentId, memoryId }: { agentId: string; memoryId: string }) {
  const links = useQuery(linksQuery(agentId, memoryId));
  if (links.isError) return <Problem error={links.error} retry={() => void links.refetch()} />;
  const shown = (links.data?.links ?? []).filter(({ state }) => state !== 'rejected');
  if (shown.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="links">
      <h2 id="links">Links to other memories</h2>
      <ul role="list">
        {shown.map((link) => (
          <LinkItem key={link.linkId} agentId={agentId} memoryId={memoryId} link={link} />
        ))}
      </ul>
      {links.data?.nextCursor && <p class="quiet">The newest {SHOWN} are shown.</p>}
    </section>
  );
}

interface LinkItemProps {
  agentId: string;
  memoryId: string;
  link: MemoryLink;
}

function LinkItem({ agentId, memoryId, link }: LinkItemProps) {
  const queries = useQueryClient();
  const may = useMay();
  const deciding = useMutation({
    mutationFn: ({ verb }: LinkAction) => agentOf(agentId).links[verb](link.linkId),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['memory', agentId] }),
        queries.invalidateQueries({ queryKey: ['conflicts', agentId] }),
        queries.invalidateQueries({ queryKey: ['attention'] }),
        refreshMemories(queries, agentId),
      ]),
  });
  const { id, content } = otherOf(link, memoryId);
  return (
    <li class="memory">
      <p class="memory-facts">
        <span class={link.state === 'open' ? 'state' : 'state good'}>{relationOf(link, memoryId)}</span>
        <span>{FOUND_BY[link.foundBy]}</span>
        {link.state === 'open' && <span>certainty {link.certainty.toFixed(2)}</span>}
      </p>
      {content === null ? (
        <p class="quiet">A memory that was deleted</p>
      ) : (
        <a class="memory-title" dir="auto" href={memoryPath(agentId, id)}>
          {content}
        </a>
      )}
      <div class="row">
        {actionsOf(link, memoryId)
          .filter(({ verb }) => may(verb === 'apply' ? 'applyLink' : 'rejectLink'))
          .map((action) => (
            <button
              key={action.verb}
              type="button"
              class="small"
              disabled={deciding.isPending}
              onClick={() => deciding.mutate(action)}
            >
              {action.name}
            </button>
          ))}
      </div>
      {deciding.isError && <Problem error={deciding.error} />}
    </li>
  );
}
