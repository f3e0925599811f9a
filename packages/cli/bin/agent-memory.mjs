#!/usr/bin/env node
import { existsSync } from 'node:fs';

const builder = new URL('../scripts/build.mjs', import.meta.url);

// Only a checkout has the sources; a package that npm installed has `dist` alone.
if (existsSync(builder)) {
  const { ensureCommandLine } = await import(builder.href);
  await ensureCommandLine((/** @type {string} */ text) => process.stderr.write(text));
}
const { main } = await import(new URL('../dist/main.js', import.meta.url).href);
await main(process.argv.slice(2));
