import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { screenText, type Sought } from '../../../src/screening/screen-text';
import type { Span } from './labelled-texts';

/** What it finds in each text, in the order of the texts. */
export interface Detector {
  name: string;
  find: (texts: readonly string[]) => Promise<Span[][]>;
}

export function ownDetector(sought: Sought): Detector {
  return {
    name: 'service',
    find: (texts) => Promise.resolve(texts.map((text) => screenText(text, sought))),
  };
}

/** `@secretlint/core` with its recommended rules, as they are. */
export const SECRETLINT: Detector = {
  name: 'secretlint',
  find: async (texts) => {
    const found: Span[][] = [];
    for (const text of texts) found.push(await lint(text));
    return found;
  },
};

async function lint(content: string): Promise<Span[]> {
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: [{ id: 'preset', rule: creator }] } },
  });
  return messages.map(({ range: [start, end] }) => ({ start, end }));
}

/** One finding in a report of gitleaks. */
interface Leak {
  File: string;
  Secret: string;
}

/** The program with its own rules, the words before a key among them. */
export function gitleaks(program: string): Detector {
  return {
    name: 'gitleaks',
    find: async (texts) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'bench-secrets-'));
      try {
        return await leaksIn(folder, program, texts);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  };
}

async function leaksIn(folder: string, program: string, texts: readonly string[]): Promise<Span[][]> {
  const report = path.join(folder, 'report.json');
  const sources = path.join(folder, 'texts');
  await mkdir(sources);
  for (const [at, text] of texts.entries()) await writeFile(path.join(sources, `${at}.txt`), text);
  execFileSync(
    program,
    ['dir', sources, '--report-format', 'json', '--report-path', report, '--exit-code', '0', '--no-banner'],
    { stdio: 'ignore', timeout: 120_000 },
  );
  const leaks = JSON.parse(await readFile(report, 'utf8')) as Leak[];
  const found: Span[][] = texts.map(() => []);
  for (const { File, Secret } of leaks) {
    const at = Number(path.basename(File, '.txt'));
    const start = texts[at]?.indexOf(Secret) ?? -1;
    if (start >= 0) found[at]?.push({ start, end: start + Secret.length });
  }
  return found;
}
