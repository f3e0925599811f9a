import { useMutation, useQueryClient } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { agentOf, type ConflictAction, type ConflictRow } from '../data/client.ts';
import { CHOICES, OTHER_CHOICES } from '../data/conflict-actions.ts';
import { useMay } from '../data/login.ts';
import { memoryPath } from '../data/memory-types.ts';
import { ContentField } from './content-field.tsx';
import { Side } from './diff.tsx';
import { NotAllowed, Problem } from './problem.tsx';
import { Time } from './time.tsx';

interface Resolution {
  conflict: ConflictRow;
  action: ConflictAction;
  content?: string;
}

interface ReviewProps {
  agentId: string;
  date: string;
  conflicts: readonly ConflictRow[];
}

/** One conflict at a time: `j` and `k` move, `1` to `4` decide. */
export function ConflictReview({ agentId, date, conflicts }: ReviewProps) {
  const [chosen, setPlace] = useState(0);
  const [isWriting, setWriting] = useState(false);
  const place = Math.min(chosen, conflicts.length - 1);
  const conflict = conflicts[place];
  const move = (step: number) => {
    setWriting(false);
    setPlace(Math.max(0, Math.min(conflicts.length - 1, place + step)));
  };
  const may = useMay()('resolveConflict');
  const resolving = useResolution(agentId, date, () => setWriting(false));
  const decide = (action: ConflictAction) => {
    if (conflict === undefined || resolving.isPending) return;
    if (action === 'manual') setWriting(true);
    else resolving.mutate({ conflict, action });
  };
  useKeys((key) => {
    if (key === 'j') move(1);
    if (key === 'k') move(-1);
    const choice = CHOICES.find((each) => each.key === key);
    if (choice && may) decide(choice.action);
  });
  if (conflict === undefined) return null;
  return (
    <section class="panel" aria-label={`Conflict ${place + 1} of ${conflicts.length}`}>
      <ReviewHead title={conflict.title} place={place} count={conflicts.length} move={move} />
      <Sides agentId={agentId} conflict={conflict} />
      <p class="quiet" dir="auto">
        <span class="type">{conflict.type}</span> {conflict.description}
      </p>
      {conflict.recommendation && (
        <p class="quiet" dir="auto">
          {conflict.recommendation}
        </p>
      )}
      {!may ? (
        <NotAllowed what="decide about conflicts" />
      ) : isWriting ? (
        <Replacement
          conflict={conflict}
          isBusy={resolving.isPending}
          save={(content) => resolving.mutate({ conflict, action: 'manual', content })}
          cancel={() => setWriting(false)}
        />
      ) : (
        <Choices isBusy={resolving.isPending} decide={decide} />
      )}
      {resolving.isError && <Problem error={resolving.error} />}
    </section>
  );
}

function useResolution(agentId: string, date: string, onResolved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ conflict, action, content }: Resolution) =>
      agentOf(agentId).conflicts.resolve(
        conflict.conflictId,
        action,
        content === undefined ? {} : { content },
      ),
    onSuccess: () => {
      onResolved();
      return Promise.all([
        queries.invalidateQueries({ queryKey: ['conflicts', agentId, date] }),
        queries.invalidateQueries({ queryKey: ['memories', agentId] }),
        queries.invalidateQueries({ queryKey: ['attention'] }),
      ]);
    },
  });
}

interface ReviewHeadProps {
  title: string;
  place: number;
  count: number;
  move: (step: number) => void;
}

function ReviewHead({ title, place, count, move }: ReviewHeadProps) {
  return (
    <div class="page-head">
      <h2 dir="auto">{title}</h2>
      <span class="row between">
        <button type="button" class="small" disabled={place === 0} onClick={() => move(-1)}>
          Previous <kbd>k</kbd>
        </button>
        <span class="quiet">
          {place + 1} of {count}
        </span>
        <button type="button" class="small" disabled={place === count - 1} onClick={() => move(1)}>
          Next <kbd>j</kbd>
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

function Choices({ isBusy, decide }: { isBusy: boolean; decide: (action: ConflictAction) => void }) {
  return (
    <div class="choices">
      {CHOICES.map(({ action, key, name, hint }) => (
        <button key={action} type="button" class="choice" disabled={isBusy} onClick={() => decide(action)}>
          <span>
            {name} <kbd>{key}</kbd>
          </span>
          <span class="quiet">{hint}</span>
        </button>
      ))}
      <details class="menu">
        <summary>Other ways</summary>
        <div class="choices">
          {OTHER_CHOICES.map(({ action, name, hint }) => (
            <button
              key={action}
              type="button"
              class="choice"
              disabled={isBusy}
              onClick={() => decide(action)}
            >
              <span>{name}</span>
              <span class="quiet">{hint}</span>
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}

interface ReplacementProps {
  conflict: ConflictRow;
  isBusy: boolean;
  save: (content: string) => void;
  cancel: () => void;
}

function Replacement({ conflict, isBusy, save, cancel }: ReplacementProps) {
  const [content, setContent] = useState(conflict.newContent);
  return (
    <form
      aria-label="Replacement"
      onSubmit={(event) => {
        event.preventDefault();
        save(content);
      }}
    >
      <ContentField content={content} change={setContent} />
      <p class="quiet">Both memories are deleted for good, and this one is stored in their place.</p>
      <div class="row">
        <button class="primary" disabled={isBusy}>
          Save
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Keys of the page, but not while something is being typed. */
function useKeys(onKey: (key: string) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
      if (!isTyping && !ctrlKey && !metaKey && !altKey) latest.current(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
