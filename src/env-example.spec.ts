import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Env } from './config/env';
import { readEnv } from './config/read-env';

const lines = readFileSync(join(__dirname, '../.env.example'), 'utf8').split('\n');
const variables = lines.flatMap((line) => {
  const parts = /^([A-Z0-9_]+)=(.*)$/.exec(line);
  return parts ? [[parts[1] ?? '', parts[2] ?? ''] as const] : [];
});

describe('.env.example', () => {
  it('names every variable of the service and no other', () => {
    expect(variables.map(([name]) => name).sort()).toEqual(Object.keys(new Env()).sort());
  });

  it('shows the defaults', () => {
    expect(readEnv(Object.fromEntries(variables))).toEqual(new Env());
  });

  it('says of each variable in a line what it does', () => {
    const undescribed = lines.filter(
      (line, i) => /^[A-Z0-9_]+=/.test(line) && !lines[i - 1]?.startsWith('# '),
    );
    expect(undescribed).toEqual([]);
  });
});
