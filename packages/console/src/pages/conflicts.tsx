import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useAgentId, useParameters } from '../data/address.ts';
import { counted, useOpenConflicts } from '../data/attention.ts';
import { agentOf } from '../data/client.ts';
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
  const may = useMay();
  const [{ date = todayUtc() }, change] = useParameters();
  const conflicts = useQuery({
    queryKey: ['conflicts', agentId, date],
    queryFn: () => agentOf(agentId).conflicts.list({ date }),
  });
  const elsewhere = useOpenConflicts(agentId);
  const open = conflicts.data?.conflicts ?? [];
  return (
    <Page
      title="Conflicts"
      lead="Memories that contradict, update or repeat each other. Decide which of them stays."
      action={
        <div class="row">
          <label>
            Day (UTC)
            <input
              type="date"
              value={date}
              max={todayUtc()}
              onChange={(event) => change({ date: event.currentTarget.value })}
            />
          </label>
          {may('streamConflicts') && <FindConflicts agentId={agentId} date={date} />}
        </div>
      }
    >
      {conflicts.isPending && <Loading what="conflicts" />}
      {conflicts.isError && <Problem error={conflicts.error} retry={() => void conflicts.refetch()} />}
      {conflicts.isSuccess && open.length === 0 && (
        <Empty title="No open conflict on this day">
          {elsewhere.count > 0 && (
            <>
              <a href={`?date=${elsewhere.day}`}>{counted(elsewhere.count, 'open conflict')} of other days</a>
              .{' '}
            </>
          )}
          {may('streamConflicts')
            ? 'Choose another day, or press Find conflicts: the memories that were written or changed on the day are compared with all others.'
            : 'Choose another day.'}
        </Empty>
      )}
      {open.length > 0 && (
        <>
          <p class="quiet" role="status">
            {counted(open.length, 'open conflict')}
          </p>
          <ConflictReview agentId={agentId} date={date} conflicts={open} />
        </>
      )}
    </Page>
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
