// `npm start`: builds when needed, then runs the service in this very process, so that a signal
// (Ctrl-C, SIGTERM from a supervisor) reaches it without a process in between. For the
// same reason the npm script says `exec`, which replaces npm's shell; what follows its `||` is for Windows,
// whose shell has no `exec`.
import { Module } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';

const main = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist/main.js');

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
