import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SCRIPT = resolve('scripts/check-patterns.mjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patterns-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function check(files: Record<string, string>): { status: number | null; output: string } {
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the check of regular expressions', () => {
  it('accepts linear ones', () => {
    const found = check({
      'safe.ts': 'export const word = /^[a-z]+$/;\nexport const number = new RegExp("^[0-9]+$");\n',
    });
    expect(found).toEqual({ status: 0, output: expect.stringContaining('2 patterns are linear') });
  });

  it('refuses a literal that is quadratic over its starts, with the place and an attack', () => {
    const { status, output } = check({
      'literal.ts': '\nexport const end = (text: string) => text.replace(/\\s+$/g, "");\n',
    });
    expect(status).toBe(1);
    expect(output).toMatch(
      /literal\.ts:2: \/\\s\+\$\/g\n {2}2nd degree polynomial(?: \(fuzz\))?, for example on .*repeat/,
    );
  });

  it('refuses one that a helper of another module builds', () => {
    const { status, output } = check({
      'helper.ts': 'export const either = (...all: string[]) => new RegExp(all.join("|"));\n',
      'user.ts': "import { either } from './helper';\n\nexport const rule = either('^(?:a|a)*$', 'b');\n",
    });
    expect(status).toBe(1);
    expect(output).toMatch(/user\.ts:3: \/\^\(\?:a\|a\)\*\$\|b\/\n {2}exponential, for example on .*repeat/);
  });

  it('refuses one that is built while the program runs', () => {
    const { status, output } = check({
      'late.ts': 'export const find = (word: string) => new RegExp(word);\n',
    });
    expect(status).toBe(1);
    expect(output).toMatch(/late\.ts:1: this pattern cannot be checked/);
  });
});
