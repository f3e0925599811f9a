// Preloaded by scripts/test.mjs. Hundreds of tests start an embedded database, each in a thread of its own. V8 shares
// the compiled engine between threads as long as one of them holds it: this saves half a second of processor time
// per start.
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

/** @type {unknown} */
const untyped = globalThis;
/** TypeScript's library for Node has no WebAssembly. */
const { WebAssembly } = /** @type {{ WebAssembly: { Module: new (bytes: Uint8Array) => object } }} */ (
  untyped
);

if (isMainThread) {
  const engine = path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm');
  module.exports = new WebAssembly.Module(readFileSync(engine));
}
