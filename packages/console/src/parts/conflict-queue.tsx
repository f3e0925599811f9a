import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { visibleText } from '../../../client/src/visible-text.ts';
import { counted } from '../data/attention.ts';
import type { ConflictRow } from '../data/client.ts';
import { dayOfConflict } from '../data/conflict-queue.ts';
import { deciding } from '../data/conflict-tasks.ts';
import { useMay } from '../data/login.ts';
import { refreshMemories } from '../data/refresh.ts';
import { Selectable, SelectionBox } from '../ui/selection.tsx';
import type { SelectionAction } from '../ui/use-selection.ts';
import { PageBlock } from './page-block.tsx';

const BLOCK = 50;
const MOST_LETTERS = 120;

interface QueueProps {
  agentId: string;
  conflicts: readonly ConflictRow[];
  /** The one that is shown. */
  current: ConflictRow;
  show: (place: number) => void;
}

/** The conflicts that wait, by day. Many can be decided at once. */
export function ConflictQueue({ agentId, conflicts, current, show }: QueueProps) {
  const ids = conflicts.map(({ conflictId }) => conflictId);
  return (
    <DecidableConflicts agentId={agentId} conflicts={conflicts} ids={ids}>
      <nav class="queue-list" aria-label="Open conflicts">
        {blocksOf(conflicts).map(({ day, rows, isFirst }) => (
          <PageBlock key={rows[0]?.conflictId}>
            {isFirst && <h3>{day}</h3>}
            <ul role="list" class="sheet" aria-label={`Conflicts of ${day}`}>
              {rows.map((conflict) => (
                <QueueRow
                  key={conflict.conflictId}
                  conflict={conflict}
                  isCurrent={conflict === current}
                  show={() => show(ids.indexOf(conflict.conflictId))}
                />
              ))}
            </ul>
          </PageBlock>
        ))}
      </nav>
    </DecidableConflicts>
  );
}

function QueueRow({
  conflict,
  isCurrent,
  show,
}: {
  conflict: ConflictRow;
  isCurrent: boolean;
  show: () => void;
}) {
  const text = visibleText(conflict.newContent).slice(0, MOST_LETTERS);
  return (
    <li class="memory queue-row">
      <SelectionBox id={conflict.conflictId} name={`${conflict.type}, ${text}`} />
      <button type="button" class="queue-button" aria-current={isCurrent ? 'true' : undefined} onClick={show}>
        <span class="type">{conflict.type}</span> <span dir="auto">{text}</span>
      </button>
    </li>
  );
}

interface DecidableProps {
  agentId: string;
  conflicts: readonly ConflictRow[];
  ids: readonly string[];
  children: ComponentChildren;
}

function DecidableConflicts({ agentId, conflicts, ids, children }: DecidableProps) {
  const queries = useQueryClient();
  const may = useMay();
  return (
    <Selectable
      counted={(count) => counted(count, 'conflict')}
      order={ids}
      total={ids.length}
      readIds={() => Promise.resolve({ ids: [...ids] })}
      filter={agentId}
      actions={may('resolveConflict') ? actionsOf(agentId, conflicts) : []}
      refresh={() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['conflicts', agentId] }),
          queries.invalidateQueries({ queryKey: ['attention'] }),
          refreshMemories(queries, agentId),
        ])
      }
    >
      {children}
    </Selectable>
  );
}

function actionsOf(agentId: string, conflicts: readonly ConflictRow[]): SelectionAction[] {
  return [
    {
      name: 'The new ones replace the old',
      task: deciding(agentId, conflicts, 'supersede', 'the old memories are history'),
    },
    {
      name: 'Keep the old, expire the new',
      task: deciding(agentId, conflicts, 'expire_new', 'the new memories are expired'),
    },
    {
      name: 'Keep both…',
      task: deciding(agentId, conflicts, 'keep_both', 'both memories are kept'),
      question: (count) => ({
        title: `Keep both memories of ${counted(count, 'conflict')}?`,
        text: 'No memory changes. This cannot be undone: a conflict is looked for again only after one of its memories changed.',
        yes: `Keep both of ${counted(count, 'conflict')}`,
      }),
    },
  ];
}

/** Rows of one day, at most so many that they are quickly drawn. */
function blocksOf(conflicts: readonly ConflictRow[]) {
  const blocks: { day: string; rows: ConflictRow[]; isFirst: boolean }[] = [];
  for (const conflict of conflicts) {
    const day = dayOfConflict(conflict);
    const last = blocks.at(-1);
    if (last?.day === day && last.rows.length < BLOCK) last.rows.push(conflict);
    else blocks.push({ day, rows: [conflict], isFirst: last?.day !== day });
  }
  return blocks;
}
