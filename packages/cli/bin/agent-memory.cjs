#!/usr/bin/env node
// CommonJS, which Node starts sooner than a module: a person waits for the hooks.
const { existsSync } = require('node:fs');
const path = require('node:path');

const args = process.argv.slice(2);
// Only a checkout has the sources; a package that npm installed has `dist` alone.
const builder = path.join(__dirname, '../scripts/build.mjs');

if (existsSync(builder)) buildAndRun();
else run();

async function buildAndRun() {
  const { ensureCommandLine } = await import('../scripts/build.mjs');
  await ensureCommandLine((/** @type {string} */ text) => process.stderr.write(text));
  run();
}

function run() {
  if (isHook()) require('../dist/hook.cjs');
  else import('../dist/main.js').then(({ main }) => main(args));
}

/** Whether an editor waits for it. */
function isHook() {
  return args[0] === 'hook' && !args.some((arg) => /^(?:-h|--help|--transcript)\b/.test(arg));
}
