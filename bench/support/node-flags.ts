import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm start` gives Node, and so does the image: `--name=value` each. */
export function nodeFlags(): string[] {
  return [...new Set(startCommand().match(/--\S+/g) ?? [])];
}

/** The environment variables that `npm start` and the image set. */
export function startVariables(): Record<string, string> {
  const [, assignments = ''] = /^((?:\w+=\S+ )*)exec /.exec(startCommand()) ?? [];
  return Object.fromEntries(
    assignments
      .trim()
      .split(' ')
      .map((each) => each.split('=') as [string, string]),
  );
}

function startCommand(): string {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start;
}
