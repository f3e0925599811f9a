// `npm run maintenance`: builds when needed, then runs maintenance once in this very process and ends. For
// a job of the system's own scheduler, beside services that have MAINTENANCE_ENABLED=false.
import { Module } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';

const main = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/maintenance-run.js');

try {
  ensureBuild();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
process.argv[1] = main;
Module.runMain(main);
