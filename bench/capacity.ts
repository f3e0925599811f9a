// What so many memories need, computed from measured figures and from assumptions (docs/SCALING.md):
//   npm run bench -- capacity [--warm 0.3] [--index-mb 4096] [--pool 10]
// `--warm`: the share of the memories whose agents are asked while their indexes stay in memory. `--index-mb`:
// RECALL_INDEX_MEMORY_MB of each replica. `--pool`: DATABASE_POOL_SIZE.
import { capacityTable } from './large/capacity';
import { count, readOptions, share } from './support/options';

export function main(): Promise<number> {
  console.log(capacityTable(readOptions({ warm: share(0.3), indexMb: count(4096), pool: count(10) })));
  return Promise.resolve(0);
}
