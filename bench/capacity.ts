// What so many memories need, computed from measured figures and from assumptions (docs/SCALING.md):
//   npm run bench:capacity -- [--warm 0.3] [--index-mb 4096] [--pool 10]
// `--warm`: the share of the memories whose agents are asked while their indexes stay in memory. `--index-mb`:
// RECALL_INDEX_MEMORY_MB of each replica. `--pool`: DATABASE_POOL_SIZE.
import { parseArgs } from 'node:util';
import { capacityTable } from './large/capacity';

const { values } = parseArgs({
  options: {
    warm: { type: 'string', default: '0.3' },
    'index-mb': { type: 'string', default: '4096' },
    pool: { type: 'string', default: '10' },
  },
});

console.log(
  capacityTable({
    warm: Number(values.warm),
    indexMb: Number(values['index-mb']),
    pool: Number(values.pool),
  }),
);
