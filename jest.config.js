const { availableParallelism, totalmem } = require('node:os');
const path = require('node:path');

/** @type {import('jest').Config} */
const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testEnvironmentOptions: { globalsCleanup: 'off' },
  // Of each project: Jest does not hand the setting of the whole run down to them.
  cacheDirectory: path.join(__dirname, 'node_modules/.cache/jest'),
  // jose has only ES modules. Node 20 can require them, Jest cannot.
  transform: { '^.+\\.ts$': '@swc/jest', '/node_modules/jose/.+\\.js$': '@swc/jest' },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/packages/[^/]+/dist/'],
  moduleNameMapper: {
    // The package exports compiled files. Tests run the sources.
    '^@agent-memory/client$': '<rootDir>/packages/client/src/agent-memory.ts',
    '^@agent-memory/client/visible-text$': '<rootDir>/packages/client/src/visible-text.ts',
    // Jest loads each module again for each test file. These two packages have 550 files, and a bundle of one file.
    '^class-validator$': '<rootDir>/node_modules/class-validator/bundles/class-validator.umd.min.js',
    '^rxjs(/operators)?$': '<rootDir>/node_modules/rxjs/dist/bundles/rxjs.umd.min.js',
  },
  setupFiles: ['reflect-metadata'],
};

/** Their modules too are those of the service. Classes and metadata of Nest must be the same in tests. */
const servicePackages = '@nestjs|reflect-metadata|pg';
const sources = path.join(__dirname, 'src/').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The code of the service is loaded once for each of Jest's processes, not for each test file. */
const withService = {
  ...shared,
  testEnvironment: '<rootDir>/scripts/jest/service-environment.cjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/restore-mocks.ts'],
  // The first pattern that matches counts.
  transform: {
    'spec\\.ts$': '@swc/jest',
    [`^${sources}.+\\.ts$`]: '<rootDir>/scripts/jest/service-module.cjs',
    [`/node_modules/(${servicePackages})/.+\\.js$`]: '<rootDir>/scripts/jest/service-module.cjs',
    ...shared.transform,
  },
  transformIgnorePatterns: [`/node_modules/(?!(jose|${servicePackages})/)`],
};
// Jest counts only what it has transformed itself.
const service = process.argv.includes('--coverage') ? shared : withService;

/** Unit specs that need a copy of the service's code in the sandbox of Jest, with its built-in types and its environment. */
const IN_SANDBOX = ['src/common/validation.pipe.spec.ts', 'src/config/config.module.spec.ts'];

/** Of processes that are killed while they write. `npm test` leaves them out, because each starts many processes. */
const kills = { ...service, displayName: 'kills', testMatch: ['<rootDir>/test/*-kill?(s).e2e-spec.ts'] };

/** Only by `npm test -- --faults`: it takes minutes, and has the machine to itself. */
const faults = { ...shared, displayName: 'faults', testMatch: ['<rootDir>/test/faults/*.fault-spec.ts'] };

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...service,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts'],
      testPathIgnorePatterns: [...IN_SANDBOX],
    },
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{bench,scripts,packages/*/src,packages/*/scripts}/**/*.spec.ts',
        ...IN_SANDBOX.map((file) => `<rootDir>/${file}`),
      ],
    },
    {
      ...service,
      displayName: 'database',
      testMatch: ['<rootDir>/src/**/*.db-spec.ts'],
    },
    {
      ...service,
      displayName: 'e2e',
      testMatch: ['<rootDir>/{test,packages/*/test}/**/*.e2e-spec.ts', '!**/*-kill?(s).e2e-spec.ts'],
    },
    ...(process.env.TEST_KILLS ? [kills] : []),
    ...(process.env.TEST_FAULTS ? [faults] : []),
  ],
  // On two cores one more: many tests wait for processes that start and end. Each takes up to 2 GB with those processes.
  maxWorkers: Math.max(3, Math.min(availableParallelism(), Math.floor(totalmem() / 2 ** 31))),
  // A worker does not get back all memory of the files that it has run.
  workerIdleMemoryLimit: '1GB',
  // A test that hangs must fail; one on a machine that others slow down to a third must not.
  testTimeout: 180_000,
  collectCoverageFrom: ['src/**/*.ts', '!src/generated/**', '!src/**/*.dto.ts'],
};
