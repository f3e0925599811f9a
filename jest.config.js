const path = require('node:path');

/** @type {import('jest').Config} */
const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/scripts/jest-environment.cjs',
  runtime: '<rootDir>/scripts/jest-runtime.cjs',
  // jose has ES modules only, which Node 20 can require, but Jest cannot.
  transform: { '^.+\\.ts$': '@swc/jest', '/node_modules/jose/.+\\.js$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/packages/[^/]+/dist/'],
  // Its package is compiled; tests run the sources.
  moduleNameMapper: { '^@agent-memory/client$': '<rootDir>/packages/client/src/agent-memory.ts' },
  setupFiles: ['reflect-metadata'],
};

/** Only by `npm run test:faults`: it takes minutes, and has the machine to itself. */
const faults = { ...shared, displayName: 'faults', testMatch: ['<rootDir>/test/faults/*.fault-spec.ts'] };

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,bench,scripts,packages/*/src,packages/*/scripts}/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'database',
      testMatch: ['<rootDir>/src/**/*.db-spec.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/{test,packages/*/test}/**/*.e2e-spec.ts'],
    },
    ...(process.env.TEST_FAULTS ? [faults] : []),
  ],
  maxWorkers: 3,
  // Modules are loaded anew for each file, and a worker does not get all of that memory back.
  workerIdleMemoryLimit: '1GB',
  // A test that hangs must fail; one on a machine that others slow down to a third must not.
  testTimeout: 180_000,
  cacheDirectory: path.join(__dirname, 'node_modules/.cache/jest'),
  collectCoverageFrom: ['src/**/*.ts', '!src/generated/**', '!src/**/*.dto.ts'],
};
