import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Manifest = Record<string, unknown>;

const { packageProblems, releasedManifest } = jest.requireActual<{
  packageProblems: (
    manifest: Manifest,
    files: ReadonlyMap<string, string>,
    mustHave: readonly string[],
  ) => string[];
  releasedManifest: (manifest: Manifest) => Manifest;
}>('./release-rules.cjs');

const GOOD = new Map([
  ['LICENSE', ''],
  ['NOTICE', ''],
  ['package.json', ''],
  ['dist/a.js', 'export {};\n'],
]);

describe('the rules of published packages', () => {
  it('take a package whose files are all inside', () => {
    expect(
      packageProblems({ exports: { '.': { import: './dist/a.js' } }, bin: { a: 'dist/a.js' } }, GOOD, []),
    ).toEqual([]);
  });

  it.each(['main', 'types', 'bin', 'exports'])('refuse a missing file that %s names', (field) => {
    expect(packageProblems({ [field]: './dist/b.js' }, GOOD, [])).toEqual(['dist/b.js is missing.']);
  });

  it.each(['dist/a.spec.js', 'dist/a.db-spec.js', 'test/a.js', 'dist/a.test.mjs'])(
    'refuse the test %s',
    (name) => {
      expect(packageProblems({}, new Map([...GOOD, [name, '']]), [])).toEqual([`${name} is a test.`]);
    },
  );

  it('refuse a source map that is not inside', () => {
    const files = new Map([...GOOD, ['dist/b.js', 'b;\n//# sourceMappingURL=b.js.map\n']]);
    expect(packageProblems({}, files, [])).toEqual(['dist/b.js names a source map that is missing.']);
    expect(packageProblems({}, new Map([...files, ['dist/b.js.map', '']]), [])).toEqual([]);
  });

  it('refuse a package that is private or has no licence', () => {
    expect(packageProblems({ private: true }, new Map([['NOTICE', '']]), [])).toEqual([
      'package.json is private.',
      'LICENSE is missing.',
    ]);
  });

  it('give the command line the service and the client of its version', () => {
    const manifest = {
      name: 'agent-memory',
      version: '1.0.0',
      private: true,
      scripts: {},
      dependencies: { yaml: '^2' },
    };
    expect(releasedManifest(manifest)).toEqual({
      name: 'agent-memory',
      version: '1.0.0',
      dependencies: { '@agent-memory/client': '1.0.0', '@agent-memory/service': '1.0.0', yaml: '^2' },
    });
  });
});

it('the programs of the command line are executable in the repository, as `npm ci` makes them', () => {
  const root = join(__dirname, '..');
  const { bin } = jest.requireActual<{ bin: Record<string, string> }>('../packages/cli/package.json');
  for (const file of new Set(Object.values(bin))) {
    const listed = execFileSync('git', ['ls-files', '--stage', `packages/cli/${file}`], { cwd: root });
    // Otherwise an install leaves a changed file in the checkout.
    expect(listed.toString()).toMatch(/^100755 /);
  }
});

describe('the workflows', () => {
  const root = join(__dirname, '..');
  const folder = join(root, '.github/workflows');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

  it('are YAML, and name scripts and files that exist', () => {
    const { scripts } = jest.requireActual<{ scripts: Record<string, string> }>('../package.json');
    const commands = texts.flatMap((text) =>
      [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
    );
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const files = texts.flatMap((text) => text.match(/\.ci\/run|deploy\/[\w/-]+/g) ?? []);
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    for (const text of texts) expect(parse(text)).toMatchObject({ jobs: expect.anything() });
  });

  it('give the image the version of the package, which the chart names', () => {
    const release = readFileSync(join(folder, 'release.yml'), 'utf8');
    expect(release).toContain('tags: ${{ env.IMAGE }}:${{ steps.package.outputs.version }}');
    const chart = readFileSync(join(root, 'deploy/helm/agent-memory-service/Chart.yaml'), 'utf8');
    const { version } = jest.requireActual<{ version: string }>('../package.json');
    expect(parse(chart)).toMatchObject({ version, appVersion: version });
  });
});
