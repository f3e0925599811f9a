import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { service } from '../data/client.ts';
import { sizeText } from '../data/size-text.ts';
import { Facts } from './facts.tsx';
import { Loading, Problem } from './problem.tsx';
import { Time } from './time.tsx';

const POLL_MS = 15_000;
const HOUR_S = 3_600;
const STAMP = /^\d{4}-\d\d-\d\dT/;

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
            <State text={health.data.status} /> version {health.data.version}, up for{' '}
            {upTime(health.data.uptimeSeconds)}
          </p>
          <ul role="list" class="parts" aria-label="Parts">
            {Object.entries(health.data.details).map(([name, part]) => (
              <Part key={name} name={name} part={part as Record<string, unknown>} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The parts differ in what they report. */
function Part({ name, part: { status, ...facts } }: { name: string; part: Record<string, unknown> }) {
  return (
    <li class="side">
      <p>
        <strong>{words(name)}</strong> <State text={String(status)} />
      </p>
      <Facts
        facts={Object.entries(facts).map(([fact, value]) => [words(fact, name), shown(fact, value)] as const)}
      />
    </li>
  );
}

function State({ text }: { text: string }) {
  return <span class={text === 'ok' || text === 'up' ? 'state good' : 'state'}>{text}</span>;
}

function shown(name: string, value: unknown): ComponentChildren {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name.endsWith('bytes') ? sizeText(value) : value.toLocaleString();
  if (typeof value === 'string') return STAMP.test(value) ? <Time at={value} form="ago" /> : value;
  return JSON.stringify(value);
}

/** Names of the report that say too little by themselves; some mean another thing in each part. */
const WORDS: Record<string, string> = {
  held_count: 'Agents whose sweep was held',
  held: 'These agents',
  next_run: 'Next run',
  enabled: 'Runs by itself',
  recall_indexes: 'Search indexes',
  'recall_indexes.indexes': 'Agents with an index in memory',
  'recall_indexes.memories': 'Memories in them',
  'recall_indexes.bytes': 'Their size',
  'recall_indexes.budget_bytes': 'Size that all may have',
  'recall_indexes.excess_bytes': 'Larger than that by',
  'recall_indexes.evictions': 'Indexes dropped for want of memory',
  'recall_indexes.refusals': 'Searches refused for want of memory',
  'embeddings.backlog': 'Memories that wait for their vectors',
  'embeddings.failing': 'Memories whose vectors failed, and are tried again',
  'embeddings.replaces': 'Takes the place of',
  'files.processing': 'Files that are being read',
  'files.failing': 'Files that failed, and are tried again',
  'audit.failing': 'Agents whose record of changes does not go on',
  replication: 'Standbys',
  'replication.mode': 'How writes reach them',
  'replication.lag_bytes': 'A standby is behind by',
  'replication.lag_seconds': 'Seconds that a standby is behind',
  'replication.last_failover': 'Another server took over',
};

/** `next_run` is written `Next run`. The unit of a size stands beside its number. */
function words(name: string, part = ''): string {
  const known = WORDS[`${part}.${name}`] ?? WORDS[name];
  if (known !== undefined) return known;
  const text = name.replace(/_?bytes$/, '').replaceAll('_', ' ') || 'size';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function upTime(seconds: number): string {
  const days = Math.floor(seconds / HOUR_S / 24);
  const hours = Math.floor(seconds / HOUR_S) % 24;
  const minutes = Math.floor((seconds % HOUR_S) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}
