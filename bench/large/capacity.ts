import { textTable } from '../support/text-table';

export interface CapacityAssumptions {
  /** Of the memories, 0 to 1, those of agents whose indexes are in memory. */
  warm: number;
  /** RECALL_INDEX_MEMORY_MB of a replica. */
  indexMb: number;
  /** DATABASE_POOL_SIZE. */
  pool: number;
  /** Price of a month: a GB of memory with the processors of its machine, and a GB of SSD. */
  usdMemory: number;
  usdDisk: number;
}

export const DEFAULTS: CapacityAssumptions = {
  warm: 0.3,
  indexMb: 4_096,
  pool: 10,
  usdMemory: 5,
  usdDisk: 0.1,
};

/** `npm run bench -- large`: tables and indexes, bytes a memory of 150 characters. */
const DISK_BYTES = 695;
/** Assumed: histories, dead rows until the next vacuum, WAL, and room to grow. */
const DISK_ROOM = 2;
/** `npm run bench -- scale`, bytes a memory without vectors. */
const INDEX_BYTES = 213;
/** `npm run bench -- scale`: the cache counts 18 % less than an index takes. */
const COUNTED_SHARE = 0.82;
/** Of RECALL_INDEX_MEMORY_MB, the limit of what the cache counts (docs/OBSERVABILITY.md). */
const LIMIT_SHARE = 0.75;
/** `npm run bench -- large`: a replica with few indexes, MB. */
const PROCESS_MB = 250;
/** Chosen, so that a copy, a restore and a vacuum of one database end within some hours. */
const MEMORIES_A_DATABASE = 250_000_000;
/** From this number on, one replica serves while another restarts. */
const REPLICATED_FROM = 1_000_000;
/** Pools beside those of the replicas: maintenance, and one replica more during a rollout. */
const MORE_POOLS = 2;
/** Assumed: what a machine of a database has in memory, as a part of its tables and indexes, and at least, GB. */
const DATABASE_MEMORY_SHARE = 0.1;
const LEAST_DATABASE_MEMORY = 4;
/** A primary and two standbys. */
const INSTANCES = 3;
const MIB = 1_048_576;

const SIZES = [10_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000];

interface Capacity {
  replicas: number;
  /** Of each replica, GB. */
  memory: number;
  databases: number;
  /** Of each machine of a database, GB. */
  databaseMemory: number;
  /** Of one copy of all databases, GB. */
  disk: number;
  /** To each database, at most: all replicas of its deployment. */
  connections: number;
  /** A month, with one machine for each database, and with a primary and two standbys. */
  usdAlone: number;
  usdWithStandbys: number;
}

/** What so many memories need. Each database has its own deployment of replicas. */
export function capacityFor(memories: number, assumptions: CapacityAssumptions): Capacity {
  const { warm, indexMb, pool, usdMemory, usdDisk } = assumptions;
  const databases = Math.ceil(memories / MEMORIES_A_DATABASE);
  const warmOfEach = (memories / databases) * warm;
  const fitting = (indexMb * MIB * LIMIT_SHARE) / (INDEX_BYTES * COUNTED_SHARE);
  const least = memories < REPLICATED_FROM ? 1 : 2;
  const replicas = Math.max(least, Math.ceil(warmOfEach / fitting));
  const memory = (PROCESS_MB + (warmOfEach / replicas) * (INDEX_BYTES / 1e6)) / 1_000;
  const data = (memories * DISK_BYTES) / 1e9;
  const databaseMemory = Math.max(LEAST_DATABASE_MEMORY, (data / databases) * DATABASE_MEMORY_SHARE);
  const usdReplicas = replicas * databases * memory * usdMemory;
  const usdAll = databases * databaseMemory * usdMemory + data * DISK_ROOM * usdDisk;
  return {
    replicas: replicas * databases,
    memory,
    databases,
    databaseMemory,
    disk: data * DISK_ROOM,
    connections: (replicas + MORE_POOLS) * pool,
    usdAlone: usdReplicas + usdAll,
    usdWithStandbys: usdReplicas + usdAll * INSTANCES,
  };
}

const HEADER = [
  'Memories',
  'replicas',
  'GB of memory each',
  'databases',
  'GB of memory of each of their machines',
  'GB of disk, one copy of all',
  'connections to each database',
  'USD a month, one copy',
  'with two standbys',
];

export function capacityTable(assumptions: CapacityAssumptions): string {
  const rows = SIZES.map((memories) => {
    const found = capacityFor(memories, assumptions);
    return [
      memories.toLocaleString('en'),
      found.replicas.toFixed(0),
      found.memory.toFixed(1),
      found.databases.toFixed(0),
      found.databaseMemory.toFixed(0),
      found.disk < 1 ? found.disk.toFixed(2) : found.disk.toFixed(0),
      found.connections.toFixed(0),
      found.usdAlone.toFixed(0),
      found.usdWithStandbys.toFixed(0),
    ];
  });
  return textTable(HEADER, rows);
}
