import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Percentiles } from './percentiles';

/** An index by itself. */
export interface IndexMemory {
  memories: number;
  /** Time to add all of them, without reading them from anywhere. */
  milliseconds: number;
  /** Bytes that it says it holds, by which the cache keeps within its budget. */
  estimate: number;
  /** Bytes that the process holds more than before, after a full garbage collection. */
  truth: number;
  /** Milliseconds of a search, without reading the memories found; zeros when none was asked for. */
  recall: Percentiles;
}

/** Measured in a process of its own. `dimensions`: of the vectors; 0 is without. */
export async function measureIndexMemory(memories: number, dimensions = 0): Promise<IndexMemory> {
  const program = join(__dirname, '../index-memory.ts');
  const args = [
    '--expose-gc',
    '--require',
    '@swc-node/register',
    program,
    String(memories),
    String(dimensions),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: join(__dirname, '../..') });
  return JSON.parse(stdout) as IndexMemory;
}
