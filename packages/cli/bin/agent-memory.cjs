#!/usr/bin/env node
// CommonJS, which Node starts sooner than a module: a person waits for the hooks.
const { existsSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const args = process.argv.slice(2);
// Only a checkout has the sources; a package that npm installed has `dist` alone.
const builder = path.join(__dirname, '../scripts/build.mjs');

if (existsSync(builder)) void buildAndRun();
else void run();

async function buildAndRun() {
  const { ensureCommandLine } = await import(pathToFileURL(builder).href);
  await ensureCommandLine((/** @type {string} */ text) => process.stderr.write(text));
  await run();
}

async function run() {
  const dist = path.join(__dirname, '../dist');
  if (isHook()) return require(path.join(dist, 'hook.cjs'));
  const { main } = await import(pathToFileURL(path.join(dist, 'main.js')).href);
  return main(args);
}

/** Whether an editor waits for it. */
function isHook() {
  return args[0] === 'hook' && !args.some((arg) => /^(?:-h|--help|--transcript)\b/.test(arg));
}
