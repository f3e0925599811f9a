// The direction of imports (docs/ARCHITECTURE.md), checked by `npm run check -- deps`.

/** Each room may import the rooms of the levels before its own, and nothing else under src. */
const levels = [
  ['common'],
  ['config', 'runtime'],
  ['database', 'inference'],
  ['retrieval', 'audit'],
  ['screening', 'quotas'],
  ['access', 'backend', 'activity', 'traces', 'settings'],
  ['observability', 'traffic'],
  ['agents'],
  ['sessions'],
  ['links'],
  ['memories'],
  ['recall', 'files', 'policy'],
  ['backend-server'],
  ['extraction', 'conflicts'],
  ['mcp', 'events'],
  ['forgetting'],
  ['maintenance', 'transfer', 'ui', 'audit-routes'],
  ['health'],
  ['workers'],
];

const rooms = levels.flat();
const spec = '\\.(db-)?spec\\.ts$';
const generated = '^src/generated/';
const embeddedBackend = '^src/backend/embedded/';
/** An adapter is made of parts that know what it adapts. */
const backendAdapters = '^src/backend/(embedded|http)/';
const database = '^src/database/';
/** They are made with a database, as adapters are: a port makes its own trail. */
const auditParts = '^src/audit/(audit-trail|audit-keys|audit-sealing|recorded-write)\\.ts$';

/** It reads the errors of every room before it, those of the database and of the framework too. */
const failures = '^src/observability/failure\\.ts$';

// Decorators are plain functions, named after what they mark rather than by a kind.
const decorators = ['-route\\.ts$', '^src/access/current-grant\\.ts$', '^src/sessions/current-session\\.ts$'];

const oneWay = levels.flatMap((level, index) =>
  level.map((room) => ({
    name: `one-way-${room}`,
    severity: 'error',
    comment: `src/${room} imports only itself and the rooms before it.`,
    from: { path: `^src/${room}/` },
    to: {
      path: '^src/',
      pathNot: [
        `^src/${room}/`,
        generated,
        ...levels
          .slice(0, index)
          .flat()
          .map((left) => `^src/${left}/`),
      ],
    },
  })),
);

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const structure = [
  {
    name: 'known-room',
    severity: 'error',
    comment: 'A new folder under src needs its place in the list of levels.',
    from: { path: '^src/[^/]+/', pathNot: [generated, `^src/(${rooms.join('|')})/`] },
    to: {},
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: { pathNot: generated },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    severity: 'error',
    comment: 'Nothing imports this file: it is dead, or an entry point that belongs in this list.',
    from: {
      orphan: true,
      path: '^(src|bench|test)/',
      pathNot: [
        generated,
        spec,
        '^src/(main|backend-main|openapi|config-docs)\\.ts$',
        '\\.worker\\.ts$',
        '\\.d\\.ts$',
        '^bench/',
        '^test/',
      ],
    },
    to: {},
  },
  {
    name: 'no-unresolvable',
    severity: 'error',
    // Frameworks of the client's integrations are not installed here.
    from: { pathNot: '^packages/client/(src|test)/integrations/' },
    // The client is resolved by `paths` of packages/cli/tsconfig.json, which `npm run check -- types` checks. `dist` is
    // there after a build only.
    to: { couldNotResolve: true, pathNot: '^@agent-memory/client(/visible-text)?$|^[./]+/dist/' },
  },
  {
    name: 'no-dev-dependency-in-src',
    severity: 'error',
    comment: 'The service runs where only dependencies are installed.',
    from: { path: '^src/', pathNot: spec },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-tests-in-src',
    severity: 'error',
    from: { path: '^src/', pathNot: spec },
    to: { path: ['^(test|bench|scripts)/', spec] },
  },
  {
    name: 'kebab-case',
    severity: 'error',
    from: { path: '^(src|test|bench|packages)/.*[A-Z_]', pathNot: generated },
    to: {},
  },
  {
    name: 'adapters-know-no-adapter',
    severity: 'error',
    comment: 'What both adapters of a backend use is in src/backend itself.',
    from: { path: '^src/backend/(embedded|http)/' },
    to: { path: '^src/backend/(embedded|http)/', pathNot: '^src/backend/$1/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const packages = [
  {
    name: 'service-knows-no-package',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: ['^packages/', '(^|/)node_modules/@agent-memory/'] },
  },
  {
    name: 'console-knows-only-the-client',
    severity: 'error',
    comment: 'The console speaks with the service by the client, and everything it loads is bundled into it.',
    from: { path: '^packages/console/src/', pathNot: spec },
    to: {
      pathNot: [
        '^packages/(console|client)/src/',
        // Texts that are generated from the comments of `Env`.
        '^src/config/setting-texts\\.ts$',
        '(^|/)node_modules/(preact|preact-iso|@tanstack/(preact-query|query-core))/',
      ],
    },
  },
  {
    name: 'only-the-console-knows-itself',
    severity: 'error',
    from: { pathNot: '^packages/console/' },
    to: { path: '^packages/console/' },
  },
  {
    name: 'client-knows-only-the-interface',
    severity: 'error',
    comment: 'Its types come from openapi.json. The client runs in browsers and has no dependency.',
    from: { path: '^packages/client/src/', pathNot: [spec, '^packages/client/src/integrations/'] },
    to: { pathNot: '^packages/client/src/(?!integrations/)' },
  },
  {
    name: 'command-line-knows-only-the-client',
    severity: 'error',
    comment: 'It speaks with the service over HTTP, by the package of the client.',
    from: { path: '^packages/cli/src/', pathNot: spec },
    to: { path: ['^src/', '^(test|bench|scripts)/', '^packages/client/src/(?!agent-memory\\.ts$)'] },
  },
  {
    name: 'commands-know-no-command',
    severity: 'error',
    comment: 'What several commands use is beside the folder `commands`.',
    from: { path: '^packages/cli/src/commands/([^/]+)\\.ts$' },
    to: { path: '^packages/cli/src/commands/', pathNot: '^packages/cli/src/commands/$1\\.ts$' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const kinds = [
  {
    name: 'prisma-only-in-database',
    severity: 'error',
    comment: 'Only repositories, the embedded backend and src/database touch Prisma or the driver.',
    from: { path: '^src/', pathNot: ['\\.repository\\.ts$', embeddedBackend, database, generated, spec] },
    to: { path: [generated, '(^|/)node_modules/(@types/)?(@prisma|pg|@electric-sql)/'] },
  },
  {
    name: 'database-only-for-storage',
    severity: 'error',
    comment:
      'Repositories hold the queries (and `.sql` files the parts that several share), services the extent of transactions, modules the wiring.',
    from: {
      path: '^src/[^/]+/',
      pathNot: [
        '\\.(repository|service|module|health|sql)\\.ts$',
        backendAdapters,
        auditParts,
        database,
        '^src/(health|maintenance)/',
        failures,
        generated,
        spec,
      ],
    },
    to: { path: database },
  },
  {
    name: 'controllers-know-no-storage',
    severity: 'error',
    from: { path: '\\.controller\\.ts$' },
    to: { path: ['\\.repository\\.ts$', embeddedBackend, generated] },
  },
  {
    name: 'domain-is-pure',
    severity: 'error',
    comment: 'A file without a suffix holds types and rules: no framework, no storage, no service.',
    from: {
      path: '^src/[^.]+/[^./]+\\.ts$',
      pathNot: [
        '^src/(common|config|database|inference)/',
        backendAdapters,
        auditParts,
        generated,
        failures,
        ...decorators,
      ],
    },
    to: {
      path: [
        '(^|/)node_modules/(@types/)?(@nestjs|@prisma|pg|class-validator|class-transformer)/',
        generated,
        database,
        '\\.(controller|service|repository|module|guard|interceptor)\\.ts$',
      ],
    },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...oneWay, ...structure, ...packages, ...kinds],
  options: {
    doNotFollow: { path: ['node_modules', generated] },
    exclude: { path: ['^(dist|coverage|test/clients)/', '^packages/[^/]+/dist/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count too: a type is knowledge of the other room.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'types', 'default'],
    },
  },
};
