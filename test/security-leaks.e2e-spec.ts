import { Logger } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { withExamples } from './support/api-document';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession, remember, type TestSession } from './support/agents';
import { startTestApp, type TestApp } from './support/test-app';
import { endingPath } from './support/ending-path';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const UNKNOWN_ID = '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e';

/** The cause, which the interface requires: the class of an error and its code, and no message. */
const CAUSE = /"original_error":"\w+( \w+)?"/;

/** Statements, names of tables and of the database's errors, stack traces, paths and modules of the inside. */
const INSIDE =
  /\b(select\s.*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\b|\brelation\b|does not exist|gone_|memory_tombstones|\$1\b|prisma|pglite|postgres|node_modules|node:internal|\.(ts|js):\d|\bat \S+ \(|\/(src|dist|home|root|tmp)\/|TypeError|SyntaxError/i;

let app: TestApp;
let session: TestSession;
let document: OpenAPIObject;

beforeAll(async () => {
  // The failures are intended and need no log.
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
  jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  app = await startTestApp({ env: { INGEST_CONCURRENCY: 0 } });
  session = await newSession(app, 'target');
  await remember(session, { content: 'The user likes tea.' });
  document = withExamples((await request(app.url).get('/openapi.json').expect(200)).body as OpenAPIObject);
});
afterAll(async () => {
  await app.close();
  jest.restoreAllMocks();
});

interface Answer {
  name: string;
  status: number;
  text: string;
}

/** Every operation of the document but the deletion of the agent, with the examples of its bodies. */
async function everyOperation(): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation || (method === 'delete' && path.endsWith('{agent_id}')) || path.endsWith('activate'))
        continue;
      const filled = path
        .replace('{agent_id}', 'target')
        .replace('{name}', 'balanced')
        .replace(/\{\w+\}/g, UNKNOWN_ID);
      const call = request(app.url)[method](endingPath(filled)).set('X-Session-Token', session.token);
      const { status, text } = await (path.endsWith('upload-file')
        ? call.attach('file', Buffer.from('The user likes coffee.'), 'a.txt')
        : call.send(exampleOf(operation.requestBody)));
      answers.push({ name: `${method} ${path}`, status, text });
    }
  }
  return answers;
}

function exampleOf(body: unknown): object {
  const content = (body as { content?: Record<string, { example?: object }> } | undefined)?.content;
  return content?.['application/json']?.example ?? {};
}

function leaking(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ text }) => INSIDE.test(text.replace(CAUSE, '')));
}

function misshapen(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status, text }) => {
    if (status < 500 || text.startsWith('{"status"')) return false;
    const { detail } = JSON.parse(text) as { detail?: { error?: unknown; message?: unknown } };
    return typeof detail?.error !== 'string' || typeof detail.message !== 'string';
  });
}

describe('an answer shows nothing of the inside', () => {
  it('while all is well', async () => {
    const answers = await everyOperation();
    expect(answers.length).toBeGreaterThan(45);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(leaking(refused)).toEqual([]);
  });

  it('when the statements behind it fail', async () => {
    await app.app.get(PrismaService).query(sql`
      DO $$ DECLARE t text; BEGIN
        FOR t IN SELECT tablename FROM pg_tables
          WHERE schemaname = current_schema() AND tablename NOT IN ('agents', 'sessions', 'settings')
        LOOP EXECUTE format('ALTER TABLE %I RENAME TO %I', t, 'gone_' || t); END LOOP;
      END $$`);
    const answers = await everyOperation();
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(10);
    expect(leaking(answers.filter(({ status }) => status >= 400))).toEqual([]);
    expect(misshapen(answers)).toEqual([]);
  });

  it('when the database knows nothing any more', async () => {
    await app.app.get(PrismaService).query(sql`
      DO $$ DECLARE t text; BEGIN
        FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'gone%'
        LOOP EXECUTE format('ALTER TABLE %I RENAME TO %I', t, 'gone_' || t); END LOOP;
      END $$`);
    const answers = await everyOperation();
    expect(answers.filter(({ status }) => status >= 500).length).toBeGreaterThan(30);
    expect(leaking(answers)).toEqual([]);
    expect(misshapen(answers)).toEqual([]);
  });
});
