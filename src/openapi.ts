import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { apiDocument, readApiComments } from './api-document';
import { AppModule } from './app.module';

const FILE = join(__dirname, '../openapi.json');
const LINE = 5000;

/** Writes openapi.json, or with `--check` compares it. In preview nothing is instantiated, so no database is needed. */
async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, {
    preview: true,
    abortOnError: false,
    logger: ['fatal', 'error'],
  });
  await readApiComments();
  const text = `${lines(JSON.parse(JSON.stringify(apiDocument(app))))}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, text);
    process.stdout.write(`Wrote ${FILE}\n`);
    return;
  }
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return;
  process.stderr.write(
    'openapi.json is not what the code says: run "npm run docs -- openapi" and commit the file\n',
  );
  process.exitCode = 1;
}

/** JSON in which a value that fits is on one line: the file is a quarter smaller, and no harder to read. */
function lines(value: unknown): string {
  const line = JSON.stringify(value);
  if (line.length <= LINE || typeof value !== 'object' || value === null) return line;
  const items = Array.isArray(value)
    ? value.map((item) => lines(item))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}:${lines(item)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${items.join(',\n')}\n${close}`;
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
