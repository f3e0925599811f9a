import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChainCheck } from './chain-check';
import { linesOfFile } from './chain-file';

const DEEP = '['.repeat(200_000) + ']'.repeat(200_000);
const PLACE = { seq: 1, hash: 'a', at: 'b', key_id: 'c', signature: 'd' };
const RECORD = {
  ...{ kind: 'record', seq: 1, id: 'a', at: 'b', actor: 'c', operation: 'd', session_id: null },
  ...{ targets: [], count: 1, digest: 'e', proven: true, hash: 'f' },
};
const HEADER = { kind: 'header', chain: 'c', keys: [], anchor: null };
const WRONG = 'after record 0 there is a line that is none of an export';

function problemsOf(...lines: readonly unknown[]): string[] {
  const check = new ChainCheck(new Map());
  for (const line of lines) check.add(typeof line === 'string' ? line : JSON.stringify(line));
  return check.result().findings.map(({ problem }) => problem);
}

describe('the check of a chain', () => {
  it.each<[string, unknown]>([
    ['a number', '1'],
    ['null', 'null'],
    ['deep lists', DEEP],
    ['a header with a key that is null', { ...HEADER, keys: [null] }],
    ['a header with a key that is a number', { ...HEADER, keys: [{ key_id: 'a', public_key: 7 }] }],
    ['a header whose anchor is a text', { ...HEADER, anchor: 'x' }],
    ['a header whose chain is a list', { ...HEADER, chain: ['service_agent_a'] }],
    ['a record with a target that is null', { ...RECORD, targets: [null] }],
    ['a record with ids that are no texts', { ...RECORD, targets: [{ kind: 'memory', ids: [[1]] }] }],
    ['a record with a place that is a text', { ...RECORD, seq: '1' }],
    ['a record with an endless place', { ...RECORD, seq: 1e308 }],
    ['a head with a key that is an object', { kind: 'head', ...PLACE, key_id: {} }],
    ['a head with a place below the first', { kind: 'head', ...PLACE, seq: -1 }],
  ])('names %s', (_, line) => {
    expect(problemsOf(line)).toContain(WRONG);
  });

  it.each(['actor', 'targets', 'digest'])('names a record whose %s is nested deeply', (name) => {
    const line = JSON.stringify({ ...RECORD, [name]: 'HERE' }).replace('"HERE"', DEEP);
    expect(problemsOf(HEADER, line)).toContain(WRONG);
  });

  it('names an unsigned head of no records after a record', () => {
    expect(problemsOf(HEADER, RECORD, { kind: 'head', seq: 0, hash: '0' })).toContain(
      'added after the head was signed',
    );
  });
});

describe('the lines of a file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'chain-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function linesOf(file: string): Promise<string[]> {
    const lines: string[] = [];
    for await (const line of linesOfFile(file)) lines.push(line);
    return lines;
  }

  it('are whole across the pieces in which a file is read', async () => {
    const file = join(folder, 'chain');
    const lines = ['a'.repeat(100_000), 'ü'.repeat(100_000), ''];
    writeFileSync(file, lines.join('\n'));
    expect(await linesOf(file)).toEqual(lines);
  });

  it('of a size that none of an export has are refused before they are held', async () => {
    const file = join(folder, 'chain');
    writeFileSync(file, '');
    truncateSync(file, 4_000_000_000);
    await expect(linesOf(file)).rejects.toThrow('a line has more than 16000000 characters');
  });

  it('of a folder or a device are refused', async () => {
    await expect(linesOf(folder)).rejects.toThrow('folder');
    await expect(linesOf('/dev/zero')).rejects.toThrow('device');
  });
});
