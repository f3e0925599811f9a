import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm start` gives Node, and so does the image: `--name=value` each. */
export function nodeFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return [...new Set(scripts.start.match(/--\S+/g) ?? [])];
}
