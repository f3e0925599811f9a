import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { apiDocument } from './api-document';
import { AppModule } from './app.module';

const FILE = join(__dirname, '../openapi.json');

/** Writes openapi.json, or with `--check` compares it. In preview nothing is instantiated, so no database is needed. */
async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, {
    preview: true,
    abortOnError: false,
    logger: ['fatal', 'error'],
  });
  const text = `${JSON.stringify(apiDocument(app), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, text);
    process.stdout.write(`Wrote ${FILE}\n`);
    return;
  }
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return;
  process.stderr.write('openapi.json is not what the code says: run "npm run openapi" and commit the file\n');
  process.exitCode = 1;
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
