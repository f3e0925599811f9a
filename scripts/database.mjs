// `npm run database -- distribute [--dry-run]`: builds when needed, then spreads the tables of memories over the servers of a
// Citus coordinator (docs/SCALING.md).
import { runBuilt } from './run-built.mjs';

runBuilt('database-run.js');
