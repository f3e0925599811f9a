import { useQuery } from '@tanstack/preact-query';
import { counted } from '../data/attention.ts';
import { call } from '../data/http.ts';
import { Loading, Problem } from './problem.tsx';
import { Time } from './time.tsx';

interface Run {
  id: number;
  cause: string;
  startedAt: Date;
  finishedAt: Date | null;
  agents: number;
  expired: number;
  purged: number;
  held: string[];
  errors: { task: string; agentId: string | null; error: string }[];
}

interface MaintenanceBody {
  runs: Run[];
  nextRun: string | null;
}

export function Maintenance() {
  const report = useQuery({
    queryKey: ['maintenance'],
    queryFn: () => call<MaintenanceBody>('GET', '/api/ui/maintenance'),
  });
  return (
    <section class="panel" aria-labelledby="maintenance">
      <h2 id="maintenance">Maintenance</h2>
      {report.isPending && <Loading what="maintenance" />}
      {report.isError && <Problem error={report.error} retry={() => void report.refetch()} />}
      {report.data && (
        <>
          <p class="quiet">
            {report.data.nextRun === null ? (
              'The schedule is disabled: npm run maintenance runs it by hand.'
            ) : (
              <>
                Next run: <Time at={report.data.nextRun} />
              </>
            )}
          </p>
          {report.data.runs.length === 0 && <p class="quiet">It has not run yet.</p>}
          <ul role="list" aria-label="Maintenance runs">
            {report.data.runs.map((run) => (
              <RunItem key={run.id} run={run} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function RunItem({ run }: { run: Run }) {
  return (
    <li class="memory">
      <Time at={run.startedAt} />{' '}
      <span class="quiet">
        {run.cause}, {run.finishedAt === null ? 'not finished' : 'finished'}: {counted(run.agents, 'agent')}{' '}
        swept, {counted(run.expired, 'memory', 'memories')} expired, {run.purged.toLocaleString()} deleted for
        good
      </span>
      {run.held.length > 0 && (
        <p>
          Held, because too many memories would expire:{' '}
          {run.held.map((agentId) => (
            <a key={agentId} href={`/app/agents/${encodeURIComponent(agentId)}/policy`}>
              {agentId}{' '}
            </a>
          ))}
        </p>
      )}
      {run.errors.map(({ task, agentId, error }, place) => (
        <p key={place} class="reason">
          {task} {agentId}: {error}
        </p>
      ))}
    </li>
  );
}
