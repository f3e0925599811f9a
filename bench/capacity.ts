// What so many memories need, computed from measured figures and from assumptions (docs/SCALING.md):
//   npm run bench -- capacity [--warm 0.3] [--index-mb 4096] [--pool 10] [--usd-memory 5] [--usd-disk 0.1]
// `--warm`: the share of the memories whose agents are asked while their indexes stay in memory. `--index-mb`:
// RECALL_INDEX_MEMORY_MB of each replica. `--pool`: DATABASE_POOL_SIZE. `--usd-memory`, `--usd-disk`: the price of a month of
// a GB of memory, with the processors of its machine, and of a GB of SSD.
import { capacityTable, DEFAULTS } from './large/capacity';
import { count, price, readOptions, share } from './support/options';

export function main(): Promise<number> {
  const { warm, indexMb, pool, usdMemory, usdDisk } = DEFAULTS;
  const options = {
    warm: share(warm),
    indexMb: count(indexMb),
    pool: count(pool),
    usdMemory: price(usdMemory),
    usdDisk: price(usdDisk),
  };
  console.log(capacityTable(readOptions(options)));
  return Promise.resolve(0);
}
