import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const inFile = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const SKIPPED = /(^|\/)(node_modules|dist|generated|fixtures)(\/|$)/;
const PLACES = ['src', 'scripts', 'packages', 'prisma', 'docs', 'test', 'deploy', 'local-model'];
const FILES = PLACES.flatMap((place) =>
  readdirSync(path.join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .map((file) => `${place}/${file}`)
    .filter((file) => !SKIPPED.test(file)),
);
const SOURCES = FILES.filter((file) =>
  /^(src|scripts|packages|test)\/.*(?<!spec)\.(ts|tsx|mjs)$/.test(file),
).map(inFile);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const hasWord = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?<![\w-])${escaped(word)}(?![\w-])`).test(text);

/** `Class.member`: a file that declares the class also has the member. */
function isMember(name: string): boolean {
  const [owner = '', member = ''] = name.split('.');
  const declares = new RegExp(String.raw`\b(class|interface) ${owner}\b`);
  return SOURCES.some((source) => declares.test(source) && hasWord(source, member));
}

/** A file or folder, whole or by the end of its path; `*` stands for a part of a name. */
function isPath(name: string): boolean {
  const pattern = escaped(name.replace(/^\/|\/$/g, '')).replace(String.raw`\*`, '[^/]*');
  const whole = new RegExp(String.raw`(^|/)${pattern}(/|$)`);
  return ['package.json', 'openapi.json', ...FILES].some((file) => whole.test(file));
}

function isScript(command: string): boolean {
  const [, name = ''] = /^npm run ([\w:-]+)/.exec(command) ?? [];
  return name in (JSON.parse(inFile('package.json')) as { scripts: Record<string, string> }).scripts;
}

function exists(name: string): boolean {
  if (name.startsWith('npm run ')) return isScript(name);
  if (/^[A-Z]\w+\.\w+$/.test(name)) return isMember(name);
  return isPath(name) || SOURCES.some((source) => hasWord(source, name));
}

const codeSpans = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);

describe('docs/ARCHITECTURE.md', () => {
  const [structure = '', dependencies = ''] = inFile('docs/ARCHITECTURE.md').split('## Dependencies');

  it('names only code, files and commands that exist', () => {
    // Rooms of one level stand in one span.
    const names = codeSpans(structure).flatMap((span) =>
      span.startsWith('npm ') ? [span] : span.split(', '),
    );
    expect(names.length).toBeGreaterThan(100);
    expect([...new Set(names)].filter((name) => !exists(name))).toEqual([]);
  });

  it('gives reasons only for packages that are installed', () => {
    const manifests = [
      'package.json',
      'local-model/package.json',
      ...['cli', 'client', 'console'].map((name) => `packages/${name}/package.json`),
    ];
    const installed = manifests.map(inFile).join('\n');
    const firstColumn = dependencies
      .split('\n')
      .flatMap((line) => codeSpans(/^\| ([^|]*)/.exec(line)?.[1] ?? ''));
    expect(firstColumn.length).toBeGreaterThan(30);
    // One row names a whole scope, another the packages of the scope named before.
    const isInstalled = (name: string): boolean => installed.includes(`${name.replace(/\*$/, '')}`);
    expect(firstColumn.filter((name) => !isInstalled(name))).toEqual([]);
  });

  it('refers only to decision records that exist', () => {
    const named = [...structure.matchAll(/docs\/adr\/(\d{4})/g)].map(([, number]) => number);
    const numbers = new Set(readdirSync(path.join(ROOT, 'docs/adr')).map((file) => file.slice(0, 4)));
    expect(named.filter((number) => !numbers.has(number!))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  /** What the examples of its recipes make. */
  const MADE = [
    'DEFAULT_IMPORTANCE',
    'TAG_BONUS',
    'tagScore',
    'tagScoreOf',
    'isTagged',
    'secondPorts',
    'vVERSION',
  ];

  it('names only code and files that exist', () => {
    const names = codeSpans(inFile('CONTRIBUTING.md').replace(/^ *```[^]*?^ *```/gm, ''));
    const named = [...new Set(names)].filter(
      (name) => !MADE.includes(name) && /^[a-z]\w*[A-Z]\w*$|^[A-Z][A-Z_]{3,}$|^[\w./-]+\.\w{2,4}$/.test(name),
    );
    expect(named.length).toBeGreaterThan(80);
    const rules = inFile('.dependency-cruiser.js');
    const missing = named.filter((name) => !exists(name) && !existsSync(path.join(ROOT, name)));
    expect(missing.filter((name) => !hasWord(rules, name))).toEqual([]);
  });
});

describe('docs/adr/README.md', () => {
  it('lists each decision record once', () => {
    const files = readdirSync(path.join(ROOT, 'docs/adr')).filter((file) => /^\d/.test(file));
    const listed = [...inFile('docs/adr/README.md').matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(
      ([, file]) => file,
    );
    expect(listed.toSorted()).toEqual(files.toSorted());
  });
});
