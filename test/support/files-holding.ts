import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files under a folder whose bytes hold a text. */
export function filesHolding(folder: string, text: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter(
      (file) => statSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).includes(text),
    );
}
