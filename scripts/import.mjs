// `npm run import -- [FILE] [--agent ID]... [--force]`: builds when needed, then imports and ends.
import { runBuilt } from './run-built.mjs';

runBuilt('import-run.js');
