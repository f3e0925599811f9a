// `npm run maintenance`: builds when needed, then runs maintenance once in this very process and ends. For
// a job of the system's own scheduler, beside services that have MAINTENANCE_ENABLED=false.
import { runBuilt } from './run-built.mjs';

runBuilt('maintenance-run.js');
