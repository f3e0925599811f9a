// The tests of a file run in the globals of their process, where the modules that jest-runtime.cjs shares live too: with
// globals of its own, a file and these modules would disagree about what an Error or a Date is.
const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** @typedef {{ projectConfig: import('@jest/types').Config.ProjectConfig }} Config */

/** @type {Set<AsyncLocalStorage<unknown>>} those that a test file has used */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (/** @type {any[]} */ ...args) {
  storages.add(this);
  return Reflect.apply(run, this, args);
};

class SharedGlobals {
  /** @param {Config} config */
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.fakeTimers = null;
    this.before = { env: { ...process.env }, exit: process.exit };
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    Error.stackTraceLimit = 100;
  }

  async setup() {}

  /** Nothing that a file has set reaches the next one. */
  async teardown() {
    this.fakeTimersModern.dispose();
    // Each promise of the process visits every storage until it is disabled, also those of databases that are closed.
    for (const storage of storages) storage.disable();
    storages.clear();
    const { env, exit } = this.before;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    // Jest's runner would go on telling the tests of the next file to the listeners of this one.
    for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
      if (/^(JEST_|EVENT_HANDLERS)/.test(symbol.description ?? ''))
        Reflect.deleteProperty(globalThis, symbol);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** compile-once.cjs knows it. */
  getVmContext() {
    return globalThis;
  }
}

module.exports = SharedGlobals;
