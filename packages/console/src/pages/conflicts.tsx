import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { attentionQuery, counted, MOST_AGENTS, useOpenConflicts } from '../data/attention.ts';
import { type ConflictQueue, conflictsOf, openConflicts } from '../data/conflict-queue.ts';
import { findConflicts, type Progress } from '../data/conflict-run.ts';
import { useMay } from '../data/login.ts';
import { ConflictReview } from '../parts/conflict-review.tsx';
import { Page } from '../parts/page.tsx';
import { Empty, Loading, NotAllowed, Problem } from '../parts/problem.tsx';

/** Which memories contradict each other, and which of them is right? */
export function ConflictsPage() {
  const may = useMay();
  if (may('listConflicts')) return <Conflicts />;
  return (
    <Page title="Conflicts">
      <NotAllowed what="see conflicts" />
    </Page>
  );
}

function Conflicts() {
  const agentId = useAgentId();
  const [{ date }, change] = useParameters();
  const queryKey = ['conflicts', agentId, date ?? 'all'];
  const queue = useQuery({ queryKey, queryFn: useQueue(agentId, date) });
  const open = queue.data?.conflicts ?? [];
  return (
    <Page
      title="Conflicts"
      isWide
      lead="Memories that contradict, update or repeat each other. Decide which of them stays."
      action={<DayAndSearch agentId={agentId} date={date} change={(day) => change({ date: day })} />}
    >
      {queue.isPending && <Loading what="conflicts" />}
      {queue.isError && <Problem error={queue.error} retry={() => void queue.refetch()} />}
      {queue.isSuccess && open.length === 0 && <NoConflicts agentId={agentId} date={date} />}
      {open.length > 0 && (
        <>
          <p class="quiet" role="status">
            {counted(open.length, 'open conflict')}
            {queue.data && <Unseen count={queue.data.unseen} />}
          </p>
          <ConflictReview agentId={agentId} queryKey={queryKey} conflicts={open} />
        </>
      )}
    </Page>
  );
}

interface DayProps {
  agentId: string;
  /** Undefined: all days. */
  date: string | undefined;
}

function DayAndSearch({ agentId, date, change }: DayProps & { change: (day: string | null) => void }) {
  const may = useMay();
  return (
    <div class="row">
      <label>
        Day (UTC)
        <input
          type="date"
          value={date ?? ''}
          max={todayUtc()}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </label>
      {date !== undefined && (
        <button type="button" onClick={() => change(null)}>
          All days
        </button>
      )}
      {may('streamConflicts') && <FindConflicts agentId={agentId} date={date ?? todayUtc()} />}
    </div>
  );
}

function NoConflicts({ agentId, date }: DayProps) {
  const may = useMay();
  const { count } = useOpenConflicts(agentId);
  return (
    <Empty title={date === undefined ? 'No open conflict' : 'No open conflict on this day'}>
      {date !== undefined && count > 0 && (
        <>
          <a href={location.pathname}>{counted(count, 'open conflict')} of other days</a>.{' '}
        </>
      )}
      {may('streamConflicts')
        ? `Press Find conflicts: the memories that were written or changed ${date === undefined ? 'today' : 'on the day'} (UTC) are compared with all others.`
        : 'What contradicts will be shown here once it is found.'}
    </Empty>
  );
}

/** Reads the conflicts of a day, or of all days. */
function useQueue(agentId: string, date: string | undefined): () => Promise<ConflictQueue> {
  const queries = useQueryClient();
  const may = useMay();
  return async () => {
    if (date !== undefined) return { conflicts: await conflictsOf(agentId, date), unseen: 0 };
    const attention = may('getAttention') ? await queries.query({ ...attentionQuery, staleTime: 0 }) : null;
    const of = attention?.agents.find((each) => each.agentId === agentId);
    return openConflicts(agentId, {
      count: of?.openConflicts ?? (attention && attention.agents.length < MOST_AGENTS ? 0 : null),
      day: of?.conflictDay ?? todayUtc(),
      hasLinks: may('listLinks'),
    });
  };
}

function Unseen({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>. {count.toLocaleString()} more cannot be shown here: choose their day, or look into the quarantine</>
  );
}

function FindConflicts({ agentId, date }: { agentId: string; date: string }) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const queries = useQueryClient();
  const find = async () => {
    setError(null);
    setProgress({ message: 'Starting', done: 0, total: 0 });
    try {
      await findConflicts(agentId, date, setProgress);
      await queries.invalidateQueries({ queryKey: ['conflicts', agentId] });
    } catch (caught) {
      setError(caught);
    } finally {
      setProgress(null);
    }
  };
  return (
    <>
      <button type="button" class="primary" disabled={progress !== null} onClick={() => void find()}>
        Find conflicts
      </button>
      {progress !== null && (
        <p class="run" role="status">
          <progress
            aria-label="Progress"
            {...(progress.total > 0 && { value: progress.done, max: progress.total })}
          />
          <span class="quiet">{progress.message}</span>
        </p>
      )}
      {error !== null && <Problem error={error} />}
    </>
  );
}

function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}
