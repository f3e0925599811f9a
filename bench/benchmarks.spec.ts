import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BENCHMARKS } from './benchmarks';

function hasMain(file: string): boolean {
  return /^export (async )?function main\(/m.test(readFileSync(path.join(__dirname, file), 'utf8'));
}

describe('BENCHMARKS', () => {
  it('names each file that exports a benchmark, and no other', () => {
    const files = readdirSync(__dirname).filter((file) => file.endsWith('.ts') && hasMain(file));
    expect(Object.keys(BENCHMARKS)).toEqual(files.map((file) => path.basename(file, '.ts')).sort());
  });
});
