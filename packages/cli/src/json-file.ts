import { usageError } from './failure.ts';
import { isObject } from './json.ts';
import { readRegularText } from './regular-file.ts';
import { readStdin } from './stdin.ts';

/** Characters of stdin, bytes of a file. */
const MOST_TEXT = 10_000_000;

/** The object in a JSON file, or in stdin for `-`. */
export async function readJsonFile(file: string): Promise<object> {
  const text = file === '-' ? await readStdin(MOST_TEXT) : readText(file);
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
    return readRegularText(file, MOST_TEXT);
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
