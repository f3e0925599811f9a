import { textTable } from '../support/text-table';

export interface CapacityAssumptions {
  /** Of the memories, 0 to 1, those of agents whose indexes are in memory. */
  warm: number;
  /** RECALL_INDEX_MEMORY_MB of a replica. */
  indexMb: number;
  /** DATABASE_POOL_SIZE. */
  pool: number;
}

export const DEFAULTS: CapacityAssumptions = { warm: 0.3, indexMb: 4_096, pool: 10 };

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
const MIB = 1_048_576;

const SIZES = [10_000, 1_000_000, 100_000_000, 1_000_000_000];

interface Capacity {
  replicas: number;
  /** Of each replica, GB. */
  memory: number;
  databases: number;
  /** Of all databases, GB. */
  disk: number;
  /** To each database, at most: all replicas of its deployment. */
  connections: number;
}

/** What so many memories need. Each database has its own deployment of replicas. */
export function capacityFor(memories: number, { warm, indexMb, pool }: CapacityAssumptions): Capacity {
  const databases = Math.ceil(memories / MEMORIES_A_DATABASE);
  const warmOfEach = (memories / databases) * warm;
  const fitting = (indexMb * MIB * LIMIT_SHARE) / (INDEX_BYTES * COUNTED_SHARE);
  const least = memories < REPLICATED_FROM ? 1 : 2;
  const replicas = Math.max(least, Math.ceil(warmOfEach / fitting));
  return {
    replicas: replicas * databases,
    memory: (PROCESS_MB + (warmOfEach / replicas) * (INDEX_BYTES / 1e6)) / 1_000,
    databases,
    disk: (memories * DISK_BYTES * DISK_ROOM) / 1e9,
    connections: (replicas + MORE_POOLS) * pool,
  };
}

export function capacityTable(assumptions: CapacityAssumptions): string {
  const rows = SIZES.map((memories) => {
    const { replicas, memory, databases, disk, connections } = capacityFor(memories, assumptions);
    const counts = [replicas, databases, connections].map((count) => count.toFixed(0));
    const [ofReplicas = '', ofDatabases = '', ofConnections = ''] = counts;
    return [
      memories.toLocaleString('en'),
      ofReplicas,
      memory.toFixed(1),
      ofDatabases,
      disk < 1 ? disk.toFixed(2) : disk.toFixed(0),
      ofConnections,
    ];
  });
  const header = [
    'Memories',
    'replicas',
    'GB of memory each',
    'databases',
    'GB of disk, all',
    'connections to each database',
  ];
  return textTable(header, rows);
}
