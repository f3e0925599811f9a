import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { MemoryRecord, MemoryTrace } from '../data/client.ts';
import { useExpiry } from '../data/expiry.ts';
import { useMay } from '../data/login.ts';
import { headOf } from '../data/memory-text.ts';
import { memoryPath } from '../data/memory-types.ts';
import { CUT_REASONS, type TraceRow } from '../data/traces.ts';
import { useOpener } from '../ui/focus.ts';
import { EditMemory } from './edit-memory.tsx';
import { MemoryItem } from './memory-item.tsx';
import { OtherAgent } from './other-agent.tsx';
import { Problem } from './problem.tsx';
import { ReplaceMemory } from './replace-memory.tsx';
import { ScoreBars } from './score-bars.tsx';

interface TracedItemProps {
  trace: MemoryTrace;
  row: TraceRow;
  /** From 1. */
  place: number;
  /** Null: it is gone, or may not be seen. */
  memory: MemoryRecord | null;
  changed: () => unknown;
  askAgain: (() => void) | null;
}

/** A memory in the ranking of a trace: its place, its score in parts, what became of it, and the way to its correction. */
export function TracedItem({ trace, row, place, memory, changed, askAgain }: TracedItemProps) {
  const scores = row.explain && <ScoreBars score={row.score} explain={row.explain} />;
  if (memory === null)
    return (
      <li class="memory">
        <p class="memory-facts">
          <span class="count">#{place}</span> <Reason trace={trace} row={row} />
        </p>
        <p class="quiet">
          {row.now === undefined ? 'A memory that your login may not see' : 'Deleted since'}
        </p>
        {scores}
      </li>
    );
  return (
    <MemoryItem
      agentId={row.agentId}
      memory={memory}
      stems={row.explain?.matchedTerms ?? []}
      note={
        <>
          {row.agentId !== trace.agentId && <OtherAgent agentId={row.agentId} />}
          {row.now === 'changed' && (
            <a href={memoryPath(row.agentId, row.memoryId)} class="state">
              changed since
            </a>
          )}
          {row.now === 'expired' && memory.status === 'active' && <span class="state">expired since</span>}
        </>
      }
    >
      <p class="memory-facts">
        <span class="count">#{place}</span> <Reason trace={trace} row={row} />
      </p>
      {scores}
      <Corrections memory={memory} changed={changed} askAgain={askAgain} />
    </MemoryItem>
  );
}

function Reason({ trace, row: { reason } }: Pick<TracedItemProps, 'trace' | 'row'>) {
  const text = reason === 'returned' && trace.mode === 'answer' ? 'cited by the answer' : CUT_REASONS[reason];
  return <span class={reason === 'returned' ? 'state good' : 'state why'}>{text}</span>;
}

type Form = 'edit' | 'replace';

type CorrectionsProps = Pick<TracedItemProps, 'changed' | 'askAgain'> & { memory: MemoryRecord };

function Corrections({ memory, changed, askAgain }: CorrectionsProps) {
  const [form, setForm] = useState<Form | null>(null);
  const [former, setFormer] = useState<Form>('edit');
  const opener = useOpener(form !== null);
  const open = (next: Form) => {
    setForm(next);
    setFormer(next);
  };
  const close = () => {
    setForm(null);
    void changed();
  };
  if (form === 'edit') return <EditMemory agentId={memory.agentId} memory={memory} close={close} />;
  if (form === 'replace') return <ReplaceMemory memory={memory} close={close} askAgain={askAgain} />;
  return <Actions memory={memory} changed={changed} opener={opener} former={former} open={open} />;
}

interface ActionsProps {
  memory: MemoryRecord;
  changed: () => unknown;
  /** Of the button that opened the former form. */
  opener: RefObject<HTMLButtonElement>;
  former: Form;
  open: (form: Form) => void;
}

/** What the login may do with the memory. */
function Actions({ memory, changed, opener, former, open }: ActionsProps) {
  const may = useMay();
  const { agentId, id, status, supersededBy } = memory;
  const { expire, restore, error } = useExpiry(agentId, id, changed);
  const isActive = status === 'active';
  const actions: { id: Form | 'expiry'; name: string; isAllowed: boolean; act: () => void }[] = [
    {
      id: 'replace',
      name: 'Replace',
      isAllowed: isActive && !supersededBy && may('remember') && may('editMemory'),
      act: () => open('replace'),
    },
    { id: 'edit', name: 'Edit', isAllowed: may('editMemory'), act: () => open('edit') },
    // One button, which keeps the focus when it becomes the other one.
    isActive
      ? { id: 'expiry', name: 'Expire', isAllowed: may('expireMemory'), act: () => expire.mutate() }
      : { id: 'expiry', name: 'Restore', isAllowed: may('restoreMemory'), act: () => restore.mutate() },
  ];
  const title = headOf(memory).title;
  return (
    <>
      <div class="row">
        {actions
          .filter(({ isAllowed }) => isAllowed)
          .map(({ id, name, act }) => (
            <button
              key={id}
              ref={id === former ? opener : undefined}
              type="button"
              class="small"
              aria-label={`${name}: ${title}`}
              onClick={act}
            >
              {name}
            </button>
          ))}
      </div>
      {error && <Problem error={error} />}
    </>
  );
}
