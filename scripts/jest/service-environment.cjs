// Jest's environment of tests of the service. Jest has a registry of modules for each test file, and would
// load the 2,100 modules of the service for each of them. Here Node loads them once for each of Jest's processes, and the
// test files get the classes of that copy (scripts/jest/service-module.cjs). Applications and databases are not shared:
// each test file starts its own.
const asyncHooks = require('node:async_hooks');
const { createRequire } = require('node:module');

// Only a dependency of Jest, so it is found from there.
const ofJest = createRequire(createRequire(require.resolve('jest')).resolve('jest-cli'));
const ofConfig = createRequire(ofJest.resolve('jest-config'));
const { TestEnvironment } = ofConfig('jest-environment-node');
const { ModernFakeTimers } = createRequire(ofConfig.resolve('jest-environment-node'))('@jest/fake-timers');

// The sandbox of a test file has built-in classes of its own. What a test makes with these must pass `instanceof` in the
// service, and the other way round. `Reflect` holds the types that decorators record.
const SHARED = [
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'RegExp', 'Reflect', 'URIError'],
  ...[
    'Float32Array',
    'Float64Array',
    'Int32Array',
    'Uint32Array',
    'Uint16Array',
    'BigInt64Array',
    'DataView',
  ],
];

// The time of the service, which a test may stop: the functions that it has then are those of the test too.
const TIMED = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'],
  ...['Date', 'performance', 'queueMicrotask'],
];

/** Those that Jest's runner makes, one for each test file. */
const storages = new Set();
const { AsyncLocalStorage } = asyncHooks;

/**
 * @template Value
 * @extends {AsyncLocalStorage<Value>}
 */
class RunnerStorage extends AsyncLocalStorage {
  constructor() {
    super();
    storages.add(this);
  }
}

/**
 * An assignment would fail: from Node 22 on, the property has a getter only.
 * @param {typeof AsyncLocalStorage} type
 */
function useStorage(type) {
  Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
    configurable: true,
    enumerable: true,
    value: type,
  });
}

module.exports = class ServiceEnvironment extends TestEnvironment {
  /**
   * @param {import('@jest/environment').JestEnvironmentConfig} config
   * @param {import('@jest/environment').EnvironmentContext} context
   */
  constructor(config, context) {
    super(config, context);
    // Not at the top: Jest transforms what is loaded together with this file.
    require('../typescript-hook.cjs');
    require('reflect-metadata');
    for (const name of SHARED) this.global[name] = Reflect.get(globalThis, name);
    for (const name of TIMED) {
      Object.defineProperty(this.global, name, {
        configurable: true,
        get: () => Reflect.get(globalThis, name),
      });
    }
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
    this.global.requireForService = require;
    // The runner is loaded next.
    useStorage(RunnerStorage);
  }

  /** @param {{ name: string }} event */
  handleTestEvent({ name }) {
    if (name === 'setup') useStorage(AsyncLocalStorage);
  }

  /** Before Node 24, each AsyncLocalStorage that stays in use makes every promise of the process slower. */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
};
