import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import type { MemoryRecord } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { memories as memoriesText } from '../data/memory-tasks.ts';
import { refreshMemories } from '../data/refresh.ts';
import { Selectable } from '../ui/selection.tsx';
import type { SelectionAction } from '../ui/use-selection.ts';
import { memoryActions } from './memory-actions.tsx';

type Listed = Pick<MemoryRecord, 'id' | 'tags'>;

interface SelectableMemoriesProps {
  agentId: string;
  /** Those that are loaded, in the order of the list. */
  memories: readonly Listed[];
  /** How many match the filter of the list; null when that is not known. */
  total: number | null;
  /** A page of all that match the filter, as the list reads them. */
  readPage: (
    cursor: string | undefined,
  ) => Promise<{ memories: readonly { id: string }[]; nextCursor?: string | null }>;
  /** What the filter is: with another one nothing is selected. */
  filter: string;
  /** Whether they are held in quarantine. */
  areHeld?: boolean;
  /** Loads what shows them again, beside the lists of the agent. */
  refresh?: () => Promise<unknown>;
  children: ComponentChildren;
}

/** A list of memories, of which many can be changed at once. Each `MemoryItem` in it has a check box. */
export function SelectableMemories(props: SelectableMemoriesProps) {
  const { agentId, memories, total, readPage, filter, areHeld = false, refresh, children } = props;
  const queries = useQueryClient();
  const actions = useActions(agentId, memories, areHeld);
  return (
    <Selectable
      counted={memoriesText}
      order={memories.map(({ id }) => id)}
      total={total}
      readIds={async (cursor) => {
        const page = await readPage(cursor);
        return { ids: page.memories.map(({ id }) => id), nextCursor: page.nextCursor ?? null };
      }}
      filter={filter}
      actions={actions}
      refresh={async () => {
        // A page of one of them would show it as it was.
        queries.removeQueries({ queryKey: ['memory'] });
        await Promise.all([
          queries.invalidateQueries({ queryKey: ['attention'] }),
          refreshMemories(queries, agentId),
          refresh?.(),
        ]);
      }}
    >
      {children}
    </Selectable>
  );
}

/** Those that the login may call. */
function useActions(agentId: string, memories: readonly Listed[], areHeld: boolean): SelectionAction[] {
  const may = useMay();
  const tags = [...new Set(memories.flatMap((memory) => memory.tags))].sort();
  return memoryActions(agentId, tags).filter(
    ({ needs, isForHeld = areHeld }) => isForHeld === areHeld && needs.every(may),
  );
}
