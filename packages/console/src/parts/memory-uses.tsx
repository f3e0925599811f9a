import { useQuery } from '@tanstack/preact-query';
import { visibleText } from '../../../client/src/visible-text.ts';
import { agentOf } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { clientWords } from '../data/memory-words.ts';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

const READ = 100;
const SHOWN = 5;

export function usesQuery(agentId: string, memoryId: string) {
  return {
    queryKey: ['memory', agentId, memoryId, 'uses'],
    queryFn: () => agentOf(agentId).traces.uses(memoryId, { limit: READ }),
  };
}

/** To whom was the memory given, and when? What a person looks at in the console is no use of it. */
export function Uses({ agentId, memoryId }: { agentId: string; memoryId: string }) {
  const may = useMay()('listMemoryUses');
  const uses = useQuery({ ...usesQuery(agentId, memoryId), enabled: may });
  if (!may) return null;
  const traces = (uses.data?.traces ?? []).filter(({ client }) => client !== 'console');
  const [last] = traces;
  return (
    <section class="panel" aria-labelledby="uses">
      <h2 id="uses">Uses</h2>
      {uses.isError && <Problem error={uses.error} retry={() => void uses.refetch()} />}
      {uses.data && last === undefined && (
        <p class="quiet">No program was given this memory in the time for which recalls are kept.</p>
      )}
      {last !== undefined && (
        <>
          <p>
            Recalled <strong>{countOf(traces.length, uses.data?.nextCursor != null)}</strong>, last by{' '}
            {clientWords(last.client)} <Time at={last.at} form="ago" />.
          </p>
          <ul role="list" class="compact" aria-label="The last uses">
            {traces.slice(0, SHOWN).map(({ traceId, at, client, mode, by, query }) => (
              <li key={traceId} class="quiet">
                <Time at={at} />: {mode === 'answer' ? 'an answer for' : 'a recall of'} {clientWords(client)}
                {by !== null && ` (${by})`}
                {query !== null && (
                  <>
                    : <q dir="auto">{visibleText(query)}</q>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function countOf(count: number, hasMore: boolean): string {
  if (hasMore) return `${count} times or more`;
  return count === 1 ? 'once' : `${count} times`;
}
