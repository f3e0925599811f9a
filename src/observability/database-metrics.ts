import type { Registry } from 'prom-client';
import { inTime } from '../common/deadline';
import { gauges } from './gauges';

type Refresh = () => Promise<void>;
type Read = () => Promise<Replication | null>;

/** What the service sees of the standbys; null where it cannot. */
interface Replication {
  mode: string;
  standbys: number;
  lagBytes: number | null;
  lagSeconds: number | null;
  timeline: number;
  lastFailover: Date | null;
}

/** What is measured of the database. */
interface MeasuredDatabase {
  kind: string;
  connections: { total: number; idle: number; waiting: number };
  /** Null if it accepts writes. */
  writeProblem(): Promise<unknown>;
  replication: Read;
}

/** Of the embedded database. */
const NO_STANDBY: Replication = {
  mode: 'none',
  standbys: 0,
  lagBytes: 0,
  lagSeconds: null,
  timeline: 1,
  lastFailover: null,
};

/** The pool, whether the database accepts writes, and its standbys; the returned functions refresh what is read. */
export function databaseMetrics(
  registry: Registry,
  database: MeasuredDatabase,
  timeoutMs: number,
): Refresh[] {
  return [
    poolGauges(registry, database),
    gauges(
      registry,
      { database_accepts_writes: ['1 if a write was accepted, otherwise 0.', (accepts: number) => accepts] },
      async () =>
        (await inTime(
          database.writeProblem().then((found) => found ?? 'none'),
          timeoutMs,
        )) === 'none'
          ? 1
          : 0,
      'min',
    ),
    ...replicationGauges(registry, async () =>
      database.kind === 'embedded' ? NO_STANDBY : database.replication(),
    ),
  ];
}

function poolGauges(registry: Registry, database: MeasuredDatabase): Refresh {
  return gauges(
    registry,
    {
      database_pool_connections: ['Open connections to the database.', ({ total }) => total],
      database_pool_idle_connections: ['Open connections that are idle.', ({ idle }) => idle],
      database_pool_waiting: ['Statements that wait for a connection.', ({ waiting }) => waiting],
    },
    () => database.connections,
    'sum',
  );
}

/** Absent if there is no answer; the lag without the right to see it; the failover before the first. */
function replicationGauges(registry: Registry, read: Read): Refresh[] {
  const standbys = gauges(
    registry,
    {
      database_standbys: [
        'Standbys that are connected to the database server.',
        ({ standbys: count }) => count,
      ],
      database_synchronous: [
        '1 if commits wait for a standby, otherwise 0.',
        ({ mode }) => Number(mode === 'synchronous'),
      ],
      database_timeline: [
        'Timeline of the database server; a failover raises it.',
        ({ timeline }) => timeline,
      ],
    },
    read,
  );
  const bytes = gauges(
    registry,
    {
      database_replication_lag_bytes: ['What the last standby has not applied yet.', (lag: number) => lag],
    },
    async () => (await read())?.lagBytes ?? null,
  );
  const seconds = gauges(
    registry,
    {
      database_replication_lag_seconds: [
        'How long the last standby took to apply a commit.',
        (lag: number) => lag,
      ],
    },
    async () => (await read())?.lagSeconds ?? null,
  );
  const failover = gauges(
    registry,
    {
      database_last_failover_timestamp_seconds: [
        'When this service saw that a standby had taken over.',
        (at: Date) => at.getTime() / 1_000,
      ],
    },
    async () => (await read())?.lastFailover ?? null,
    'max',
  );
  return [standbys, bytes, seconds, failover];
}
