import { readFileSync } from 'node:fs';
import { usageError } from './failure.ts';
import { isObject } from './json.ts';
import { readStdin } from './stdin.ts';

/** Characters. */
const MOST_STDIN = 10_000_000;

/** The object in a JSON file, or in stdin for `-`. */
export async function readJsonFile(file: string): Promise<object> {
  const text = file === '-' ? await readStdin(MOST_STDIN) : readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw usageError(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value) || Array.isArray(value)) throw usageError(`${file} must hold a JSON object.`);
  return value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
