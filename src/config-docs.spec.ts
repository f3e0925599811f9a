import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_DOCUMENTS } from './config-docs';
import { Env } from './config/env';
import { readEnv } from './config/read-env';

const inFile = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

it('every variable is described once', () => {
  const described = [...inFile('docs/CONFIGURATION.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(described.sort()).toEqual(Object.keys(new Env()).sort());
});

it.each(Object.entries(CONFIG_DOCUMENTS))('%s is what `npm run docs -- config` writes', (file, text) => {
  expect(inFile(file)).toBe(text());
});

it('.env.example shows the defaults', () => {
  const lines = [...inFile('.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
  expect(readEnv(Object.fromEntries(lines.map(([, name, value]) => [name, value])))).toEqual(new Env());
});
