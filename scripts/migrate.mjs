// `npm run migrate`: builds when needed, then applies the missing migrations and ends. For a step before a rollout of
// services that have MIGRATE_ON_START=false.
import { runBuilt } from './run-built.mjs';

runBuilt('migrate-run.js');
