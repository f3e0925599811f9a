// Jest's environment of the database and end-to-end tests. Jest has a registry of modules for each test file, and would
// load the 2,100 modules of the service for each of them. Here Node loads them once for each of Jest's processes, and the
// test files get the classes of that copy (scripts/jest/service-module.cjs). Applications and databases are not shared:
// each test file starts its own.
const { createRequire } = require('node:module');

// Only a dependency of Jest, so it is found from there.
const ofJest = createRequire(createRequire(require.resolve('jest')).resolve('jest-cli'));
const { TestEnvironment } = createRequire(ofJest.resolve('jest-config'))('jest-environment-node');

// The sandbox of a test file has built-in classes of its own. What a test makes with these must pass `instanceof` in the
// service, and the other way round. `Reflect` holds the types that decorators record.
const SHARED = [
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['Date', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'RegExp', 'Reflect', 'URIError'],
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

module.exports = class ServiceEnvironment extends TestEnvironment {
  /**
   * @param {unknown} config
   * @param {unknown} context
   */
  constructor(config, context) {
    super(config, context);
    // Not at the top: Jest transforms what is loaded together with this file.
    require('../typescript-hook.cjs');
    require('reflect-metadata');
    for (const name of SHARED) this.global[name] = Reflect.get(globalThis, name);
    this.global.requireForService = require;
    this.global.serviceGlobal = globalThis;
  }
};
