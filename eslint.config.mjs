import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const specs = ['**/*.spec.ts', '**/*.db-spec.ts', '**/*.e2e-spec.ts', '{test,packages/*/test}/**/*.ts'];

const unsafeSql = [
  {
    selector: "CallExpression[callee.property.name='query'] > BinaryExpression.arguments",
    message: 'Pass values as parameters: SQL is not put together from strings.',
  },
  {
    selector:
      "CallExpression[callee.property.name='query'] > TemplateLiteral.arguments[expressions.length>0]",
    message: 'Pass values as parameters: SQL is not put together from strings.',
  },
];

const noBarrels = {
  selector: 'ExportAllDeclaration',
  message: 'Import the file itself: no barrels.',
};

const ownStorage = {
  selector: 'NewExpression[callee.name="AsyncLocalStorage"]',
  message: 'Use AsyncContext: before Node 24 each AsyncLocalStorage makes every promise slower.',
};

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      '**/dist',
      'coverage',
      'data',
      'src/generated',
      'src/metadata.ts',
      'test/clients',
      'packages/client/src/schemas.ts',
      // Their frameworks are not installed here: `npm run check -- client-integrations` checks their types.
      'packages/client/{src,test}/integrations',
      'prisma',
      'bench/results',
    ],
  },
  {
    linterOptions: {
      // A rule is changed here, for all, or not at all: a comment that switches one off is itself reported.
      noInlineConfig: true,
      reportUnusedDisableDirectives: 'error',
    },
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 300 }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'no-restricted-syntax': ['error', noBarrels],
      'no-unneeded-ternary': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      // Off on purpose: a type-only import of an injected class takes away the metadata that Nest needs.
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // Options objects of libraries often say `void` where they do wait (pg's onConnect).
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { properties: false } }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // An interface may ask for a promise where an implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: true },
      ],
    },
  },
  {
    files: ['{src,packages/*/src}/**/*.{ts,tsx}'],
    ignores: specs,
    rules: {
      complexity: ['error', 12],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', { max: 5 }],
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { property: '$queryRawUnsafe', message: 'Use a tagged template.' },
        { property: '$executeRawUnsafe', message: 'Use a tagged template.' },
        { object: 'Prisma', property: 'raw', message: 'Use Prisma.sql with parameters.' },
      ],
      'no-restricted-syntax': ['error', noBarrels, ownStorage, ...unsafeSql],
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/prefer-readonly': 'error',
    },
  },
  {
    files: ['src/common/async-context.ts'],
    rules: { 'no-restricted-syntax': ['error', noBarrels, ...unsafeSql] },
  },
  {
    // A service says how far a transaction goes; the statements in it are its repository's.
    files: ['src/**/*.service.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/database/sql$',
              importNames: ['sql', 'Sql'],
              message: 'Statements belong in a repository.',
            },
          ],
        },
      ],
    },
  },
  {
    // Typed arrays are read within their length in the innermost loops, where a check for undefined costs.
    files: ['src/retrieval/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  { files: ['src/main.ts', 'src/openapi.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'No barrels: name the file after what it holds.' },
      ],
    },
  },
  {
    files: specs,
    rules: {
      // `expect(fake.method)` names a method without calling it.
      '@typescript-eslint/unbound-method': 'off',
      // supertest's bodies are `any`; what matters about them is asserted.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'setTimeout',
          'clearTimeout',
          'fetch',
          'URL',
          'AbortController',
          'AbortSignal',
          'Blob',
          'FormData',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  // As they are published.
  { files: ['src/screening/published-rules.ts'], rules: { 'no-useless-escape': 'off' } },
);
