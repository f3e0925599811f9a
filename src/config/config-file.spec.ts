import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig, readConfigFile } from './config-file';
import { readEnv } from './read-env';

/** Nine aliases of the line before in each of nine lines: 9^10 values. */
const ALIAS_BOMB = Array.from(
  { length: 9 },
  (_, i) =>
    `k${i}: &k${i} [${Array(9)
      .fill(i === 0 ? 'x' : `*k${i - 1}`)
      .join(',')}]\n`,
).join('');

const unknownKeys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1\n`).join('');

describe('a configuration', () => {
  it('has nested maps and dotted keys, in any mixture', () => {
    const text = `
recall.limit: 7
session:
  auto_renew_enabled: false
  default_duration_hours: 1.5
schedule: { cron: '@daily', enabled: false, max_fraction: 1 }
activity.retention_days: 90
session.auto_recreate_enabled: false`;
    expect(parseConfig(text)).toEqual({
      'recall.limit': 7,
      'session.auto_renew_enabled': false,
      'session.default_duration_hours': 1.5,
      'schedule.cron': '@daily',
      'schedule.enabled': false,
      'schedule.max_fraction': 1,
      'activity.retention_days': 90,
      'session.auto_recreate_enabled': false,
    });
  });

  it.each(['', '\n# nothing\n', '{}', 'session:', 'recall.limit:', 'session:\n  auto_renew_enabled:'])(
    'may say nothing: %j',
    (text) => {
      expect(parseConfig(text)).toEqual({});
    },
  );

  it.each([
    ['an unknown key', 'recall.limits: 5', 'recall.limits: is no setting'],
    ['an unknown nested key', 'session:\n  timeout: 5', 'session.timeout: is no setting'],
    ['an unknown key without a value', 'sessions:', 'sessions: is no setting'],
    ['a section with a value', 'session: true', 'session: is no setting'],
    ['an empty key', '"": 5', 'is no setting'],
    ['a secret', 'service.secret_key: hidden', 'service.secret_key: is no setting'],
    ['a number out of range', 'recall.limit: 101', 'recall.limit: Input should be less than or equal to 100'],
    ['a text for a number', 'recall.limit: "5"', 'recall.limit: Input should be a valid integer'],
    ['yes for true', 'schedule.enabled: yes', 'schedule.enabled: Input should be a valid boolean'],
    ['a map for a number', 'recall:\n  limit:\n    x: 1', 'recall.limit: Input should be a valid integer'],
    ['a list for a number', 'recall.limit: [1]', 'recall.limit: Input should be a valid integer'],
    ['a bad schedule', 'schedule.cron: 0 0 30 2 *', 'schedule.cron: Input should be a cron expression'],
    ['a key in both forms', 'recall.limit: 5\nrecall:\n  limit: 5', 'recall.limit: is given twice'],
    ['a key twice', 'recall.limit: 5\nrecall.limit: 5', 'is not valid YAML: DUPLICATE_KEY in line 2'],
    ['no YAML', 'recall: [\n', 'is not valid YAML'],
    ['a list', '- recall.limit: 5', 'must be a map of settings'],
    ['a text', 'recall.limit', 'must be a map of settings'],
    ['an alias', 'a: &a 5\nrecall.limit: *a', 'has aliases (*name): write the values out'],
    ['aliases of aliases', ALIAS_BOMB, 'has aliases'],
    ['collections too deep', `a: ${'['.repeat(30_000)}`, 'is not valid YAML'],
    ['maps too deep', `${'{a: '.repeat(10_000)}${'}'.repeat(10_000)}`, 'is not valid YAML'],
    ['many unknown keys', unknownKeys(5_000), 'and 4990 more'],
    ['a prototype', '__proto__:\n  recall.limit: 5', '__proto__.recall.limit: is no setting'],
  ])('is refused with %s', (_, text, message) => {
    expect(() => parseConfig(text)).toThrow(message);
  });

  it('names every key at fault, and repeats no value', () => {
    const text = 'recall.limit: 12345\nhidden.key: hidden-value';
    expect(() => parseConfig(text)).toThrow(/^recall\.limit: [^;]*; hidden\.key: is no setting$/);
  });
});

describe('the configuration file', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ams-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('sets nothing where there is none', () => {
    expect(readConfigFile(null)).toEqual({});
  });

  it('is read', () => {
    const path = join(folder, 'good.yaml');
    writeFileSync(path, 'recall.limit: 5');
    expect(readConfigFile(path)).toEqual({ 'recall.limit': 5 });
  });

  it('stops start-up, with its name and the key at fault, among the other mistakes', () => {
    const path = join(folder, 'bad.yaml');
    writeFileSync(path, 'recall.limits: 5');
    expect(() => readEnv({ CONFIG_FILE: path, PORT: 'x' })).toThrow(
      new RegExp(`PORT.*\\n\\s+CONFIG_FILE ${path}: recall\\.limits: is no setting$`),
    );
  });

  it.each([
    ['a folder', () => folder, 'is not a regular file'],
    ['a device that never ends', () => '/dev/zero', 'is not a regular file'],
    ['a pipe that has no writer', () => madeBy('mkfifo', 'pipe.yaml'), 'is not a regular file'],
    ['a file of many gigabytes', () => madeBy('truncate', '-s', '8G', 'huge.yaml'), 'more than 65536'],
  ])('stops start-up where it is %s, unread', (_, make, message) => {
    const path = make();
    expect(() => readEnv({ CONFIG_FILE: path })).toThrow(`CONFIG_FILE ${path}: `);
    expect(() => readEnv({ CONFIG_FILE: path })).toThrow(message);
  });

  /** The path of what a command makes in the folder, by the name that is its last argument. */
  function madeBy(command: string, ...args: string[]): string {
    execFileSync(command, args, { cwd: folder });
    return join(folder, args.at(-1) ?? '');
  }

  it('stops start-up where it cannot be read', () => {
    const path = join(folder, 'none.yaml');
    expect(() => readEnv({ CONFIG_FILE: path })).toThrow(`CONFIG_FILE ${path}: cannot be read (ENOENT)`);
  });
});
