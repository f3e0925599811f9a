import { useQueryClient } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { agentOf, type ConflictRow } from '../data/client.ts';
import { type Choice, CHOICES, undoOf } from '../data/conflict-actions.ts';
import { useMay } from '../data/login.ts';
import type { ConflictQueue as Queue } from '../data/conflict-queue.ts';
import { memoryPath } from '../data/memory-types.ts';
import { refreshMemories } from '../data/refresh.ts';
import { useMutation } from '../data/use-mutation.ts';
import { onSingleKey, useShortcuts } from '../ui/shortcuts.ts';
import { useToast } from '../ui/toasts.tsx';
import { Decision } from './conflict-decision.tsx';
import { ConflictQueue } from './conflict-queue.tsx';
import { Side } from './diff.tsx';
import { NotAllowed, Problem } from './problem.tsx';
import { Switch } from './switch.tsx';
import { Time } from './time.tsx';

interface Resolution {
  conflict: ConflictRow;
  choice: Choice;
  content?: string | undefined;
}

interface ReviewProps {
  agentId: string;
  /** Where the conflicts are kept. */
  queryKey: readonly string[];
  conflicts: readonly ConflictRow[];
}

/** One conflict at a time, beside those that wait. With the focus in it, `j` and `k` move and `1` to `4` decide. */
export function ConflictReview({ agentId, queryKey, conflicts }: ReviewProps) {
  const [step, setStep] = useState<Choice | null>(null);
  const { place, move } = usePlace(conflicts, () => setStep(null));
  const [hasKeys, setKeys] = useShortcuts();
  const box = useFocusedBox();
  const may = useMay()('resolveConflict');
  const conflict = conflicts[place];
  const focusBox = () => box.current?.focus({ preventScroll: true });
  const end = () => {
    setStep(null);
    focusBox();
  };
  const resolving = useResolution(agentId, queryKey, end);
  if (conflict === undefined) return null;
  const decide = (choice: Choice) => {
    const needsMore = choice.action === 'manual' || choice.deletes !== undefined;
    if (needsMore) setStep(choice);
    else if (!resolving.isPending) resolving.mutate({ conflict, choice });
  };
  const onKeyDown =
    hasKeys && step === null ? keysOf((by) => move(place + by), may ? decide : null) : undefined;
  return (
    <div class="queue" onKeyDown={onKeyDown}>
      <section
        ref={box}
        class="panel"
        tabIndex={-1}
        aria-label={`Conflict ${place + 1} of ${conflicts.length}`}
      >
        <ReviewHead
          title={conflict.title}
          place={place}
          count={conflicts.length}
          hasKeys={hasKeys}
          move={move}
          focusBox={focusBox}
        />
        <Sides agentId={agentId} conflict={conflict} />
        <Reasons conflict={conflict} />
        {may ? (
          <Decision
            conflict={conflict}
            step={step}
            isBusy={resolving.isPending}
            hasKeys={hasKeys}
            decide={decide}
            carryOut={(content) => step && resolving.mutate({ conflict, choice: step, content })}
            cancel={end}
          />
        ) : (
          <NotAllowed what="decide about conflicts" />
        )}
        {may && <Switch label="Keys 1 to 4, j and k, here" isOn={hasKeys} change={setKeys} />}
        {resolving.isError && <Problem error={resolving.error} />}
      </section>
      <ConflictQueue agentId={agentId} conflicts={conflicts} current={conflict} show={move} />
    </div>
  );
}

/** The place of the conflict that is shown. It follows the conflict; once that is decided, the next one has its place. */
function usePlace(conflicts: readonly ConflictRow[], onMove: () => void) {
  const [chosen, setChosen] = useState<{ id: string | null; place: number }>({ id: null, place: 0 });
  const last = conflicts.length - 1;
  const found = conflicts.findIndex(({ conflictId }) => conflictId === chosen.id);
  const place = found === -1 ? Math.max(0, Math.min(last, chosen.place)) : found;
  const move = (to: number) => {
    onMove();
    const next = Math.max(0, Math.min(last, to));
    setChosen({ id: conflicts[next]?.conflictId ?? null, place: next });
  };
  const id = conflicts[place]?.conflictId ?? null;
  useEffect(() => {
    if (id !== chosen.id || place !== chosen.place) setChosen({ id, place });
  }, [id, place]);
  return { place, move };
}

/** `decide`: null for a login that may not. */
function keysOf(move: (by: number) => void, decide: ((choice: Choice) => void) | null) {
  return onSingleKey((key) => {
    if (key === 'j') move(1);
    if (key === 'k') move(-1);
    const choice = CHOICES.find((each) => each.key === key);
    if (choice) decide?.(choice);
  });
}

/** It has the focus when nothing else does, so that its keys work at once. */
function useFocusedBox() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return box;
}

function useResolution(agentId: string, queryKey: readonly string[], onResolved: () => void) {
  const queries = useQueryClient();
  const toast = useToast();
  const refresh = () =>
    Promise.all([refreshMemories(queries, agentId), queries.invalidateQueries({ queryKey: ['attention'] })]);
  return useMutation({
    mutationFn: ({ conflict, choice: { action }, content }: Resolution) =>
      agentOf(agentId).conflicts.resolve(
        conflict.conflictId,
        action,
        content === undefined ? {} : { content },
      ),
    onSuccess: async (resolved, { conflict, choice }) => {
      const undo = undoOf(agentId, conflict, resolved);
      toast({
        text: choice.done,
        ...(undo && {
          undo: async () => {
            await undo();
            await refresh();
            return 'Both memories are as they were. The conflict stays decided.';
          },
        }),
      });
      queries.setQueryData<Queue>(queryKey, (queue) => queue && without(queue, conflict));
      onResolved();
      // A deleted memory may be in other conflicts too.
      if (resolved.deleted.length > 0) await queries.invalidateQueries({ queryKey });
      void refresh();
    },
  });
}

function without(queue: Queue, { conflictId }: ConflictRow): Queue {
  return { ...queue, conflicts: queue.conflicts.filter((each) => each.conflictId !== conflictId) };
}

function Reasons({ conflict }: { conflict: ConflictRow }) {
  const { type, description, recommendation } = conflict;
  return (
    <p class="quiet" dir="auto">
      <span class="type">{type}</span> {!isRepetition(conflict) && `${description} `}
      {recommendation}
    </p>
  );
}

const BEGINNING = 40;

/** Whether a description only says what both memories say, which stands beside each other already. */
function isRepetition({ description, oldContent, newContent }: ConflictRow): boolean {
  return [oldContent, newContent].every((content) => description.includes(content.slice(0, BEGINNING)));
}

interface ReviewHeadProps {
  title: string;
  place: number;
  count: number;
  hasKeys: boolean;
  move: (place: number) => void;
  focusBox: () => void;
}

function ReviewHead({ title, place, count, hasKeys, move, focusBox }: ReviewHeadProps) {
  const go = (to: number) => {
    move(to);
    // The button that was pressed is off at the ends, and would lose the focus.
    if (to === 0 || to === count - 1) focusBox();
  };
  return (
    <div class="page-head">
      <h2 dir="auto">{title}</h2>
      <span class="row between">
        <button type="button" class="small" disabled={place === 0} onClick={() => go(place - 1)}>
          Previous {hasKeys && <kbd>k</kbd>}
        </button>
        <span class="quiet">
          {place + 1} of {count}
        </span>
        <button type="button" class="small" disabled={place === count - 1} onClick={() => go(place + 1)}>
          Next {hasKeys && <kbd>j</kbd>}
        </button>
      </span>
    </div>
  );
}

function Sides({ agentId, conflict }: { agentId: string; conflict: ConflictRow }) {
  const { oldMemoryId, newMemoryId, oldContent, newContent, oldCreatedAt, newCreatedAt } = conflict;
  const sides = [
    {
      name: 'Old',
      id: oldMemoryId,
      text: oldContent,
      other: newContent,
      at: oldCreatedAt,
      by: conflict.oldSource,
    },
    {
      name: 'New',
      id: newMemoryId,
      text: newContent,
      other: oldContent,
      at: newCreatedAt,
      by: conflict.newSource,
    },
  ];
  return (
    <ul class="sides" role="list" aria-label="The two memories">
      {sides.map(({ name, id, text, other, at, by }) => (
        <li key={name} class="side">
          <p class="memory-facts">
            <a href={memoryPath(agentId, id)}>{name} memory</a>
            <Time at={at} />
            <span>from {by}</span>
          </p>
          <Side text={text} other={other} />
        </li>
      ))}
    </ul>
  );
}
