import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { counted } from '../data/attention.ts';
import { agentOf } from '../data/client.ts';
import { useMay } from '../data/login.ts';
import { useMutation } from '../data/use-mutation.ts';
import { useToast } from '../ui/toasts.tsx';
import { Problem } from './problem.tsx';
import { Time } from './time.tsx';

const LISTED = 20;

type Sweep = Awaited<ReturnType<ReturnType<typeof agentOf>['policy']['sweeps']>>['sweeps'][number];

/** A function that takes back a sweep, and resolves with what to say of it. */
export function useSweepUndo(agentId: string): (sweepId: string) => Promise<string> {
  const queries = useQueryClient();
  return async (sweepId) => {
    const { restored, skipped } = await agentOf(agentId).policy.undo(sweepId);
    const names = ['sweeps', 'memories', 'preview'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name, agentId] })));
    const left = skipped > 0 ? `, ${skipped.toLocaleString()} left as they were changed since` : '';
    const again = restored > 0 ? ' Their age counts from now on again.' : '';
    return `${counted(restored, 'memory', 'memories')} restored${left}.${again}`;
  };
}

/** The sweeps so far, each of which can be undone. */
export function Sweeps({ agentId }: { agentId: string }) {
  const may = useMay();
  const toast = useToast();
  const sweeps = useQuery({
    queryKey: ['sweeps', agentId],
    queryFn: () => agentOf(agentId).policy.sweeps({ limit: LISTED }),
  });
  const undoSweep = useSweepUndo(agentId);
  const undo = useMutation({ mutationFn: undoSweep, onSuccess: (text) => toast({ text }) });
  return (
    <section class="panel" aria-labelledby="sweeps">
      <h2 id="sweeps">Sweeps</h2>
      {sweeps.isError && <Problem error={sweeps.error} retry={() => void sweeps.refetch()} />}
      {sweeps.data?.count === 0 && (
        <p class="quiet">None yet. Apply the policy, or let the nightly maintenance do so.</p>
      )}
      <ul role="list" aria-label="Sweeps">
        {sweeps.data?.sweeps.map((sweep) => (
          <li key={sweep.sweepId} class="memory row">
            <SweepFacts sweep={sweep} />
            {may('undoSweep') &&
              sweep.kind === 'sweep' &&
              sweep.status === 'completed' &&
              sweep.expired > 0 && (
                <button
                  type="button"
                  class="small"
                  disabled={undo.isPending}
                  onClick={() => undo.mutate(sweep.sweepId)}
                >
                  Undo
                </button>
              )}
          </li>
        ))}
      </ul>
      {undo.isError && <Problem error={undo.error} />}
    </section>
  );
}

function SweepFacts({ sweep }: { sweep: Sweep }) {
  return (
    <span class="grow">
      <span class="type">{sweep.status}</span> <Time at={sweep.evaluatedAt} />{' '}
      <span class="quiet">
        {sweep.cause} {sweep.kind}
      </span>
      <br />
      {sweep.kind === 'sweep'
        ? `${counted(sweep.expired, 'memory', 'memories')} expired of ${sweep.scanned.toLocaleString()}`
        : `${counted(sweep.purged, 'memory', 'memories')} deleted for good`}
      {sweep.status === 'held' && ': it would have expired too many, so it waits for you to apply the policy'}
    </span>
  );
}
