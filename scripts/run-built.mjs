import { Module } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuild } from './build-if-stale.mjs';

/**
 * Builds when needed, then runs a program of `dist` in this very process.
 *
 * @param {string} program
 */
export async function runBuilt(program) {
  const main = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist', program);
  try {
    await ensureBuild();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  process.env.NODE_ENV ??= 'production';
  process.argv[1] = main;
  Module.runMain(main);
}
