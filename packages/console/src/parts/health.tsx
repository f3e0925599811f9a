import { useQuery } from '@tanstack/preact-query';
import { service } from '../data/client.ts';
import { Facts } from './facts.tsx';
import { Loading, Problem } from './problem.tsx';

const POLL_MS = 15_000;
const HOUR_S = 3_600;

export const healthQuery = {
  queryKey: ['health'],
  queryFn: () => service.health(),
  refetchInterval: POLL_MS,
};

export function Health() {
  const health = useQuery(healthQuery);
  return (
    <section class="panel" aria-labelledby="health">
      <h2 id="health">Health</h2>
      {health.isPending && <Loading what="the health of the service" />}
      {health.isError && <Problem error={health.error} retry={() => void health.refetch()} />}
      {health.data && (
        <>
          <p>
            <span class={health.data.status === 'ok' ? 'state good' : 'state'}>{health.data.status}</span>{' '}
            version {health.data.version}, up for {upTime(health.data.uptimeSeconds)}
          </p>
          <Facts
            facts={Object.entries(health.data.details).map(([name, part]) => [name, partText(part)] as const)}
          />
        </>
      )}
    </section>
  );
}

/** The parts differ in what they report. */
function partText(part: unknown): string {
  return Object.entries(part as Record<string, unknown>)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) =>
      name === 'status'
        ? String(value)
        : `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ');
}

function upTime(seconds: number): string {
  const hours = Math.floor(seconds / HOUR_S);
  const minutes = Math.floor((seconds % HOUR_S) / 60);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
