import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { counted } from '../data/attention.ts';
import { agentOf } from '../data/client.ts';
import type { Filters } from './filters.tsx';
import { MemoryItem } from './memory-item.tsx';
import { Empty, Failed, Loading } from './problem.tsx';
import { Changeable } from './recall-results.tsx';
import { fullOf } from './time.tsx';

/** Answers are no pages: more words find less. */
const MOST = 50;

interface FoundProps {
  agentId: string;
  text: string;
  filters: Filters;
  /** Only what was created up to then; null: all. */
  at: Date | null;
}

/** The memories that words are found in, the best first, each with the passage that has most of them. */
export function Found({ agentId, text, filters, at }: FoundProps) {
  const createdBefore = at?.toISOString();
  const found = useQuery({
    queryKey: ['memories', agentId, 'found', text, filters, createdBefore],
    queryFn: () => agentOf(agentId).recall(text, { ...filters, createdBefore, limit: MOST, explain: true }),
    placeholderData: keepPreviousData,
  });
  if (found.isPending) return <Loading what="memories" />;
  if (!found.data) return <Failed query={found} />;
  const { memories } = found.data;
  if (memories.length === 0)
    return (
      <Empty title="No memory has these words">
        Use fewer or other words, clear a filter, or move the slider to now.
      </Empty>
    );
  return (
    <>
      <Failed query={found} />
      <p class="quiet" role="status">
        {memories.length === MOST ? `The best ${MOST}` : counted(memories.length, 'memory', 'memories')}, best
        first
        {at && `, created up to ${fullOf(at)}, as they are now`}
      </p>
      <Changeable agentId={agentId} memories={memories} refresh={() => found.refetch()}>
        <ol role="list" class="sheet" aria-label="Found memories">
          {memories.map((memory) => (
            <MemoryItem
              key={memory.id}
              agentId={memory.agentId}
              memory={memory}
              stems={memory.explain?.matchedTerms ?? []}
            />
          ))}
        </ol>
      </Changeable>
    </>
  );
}
