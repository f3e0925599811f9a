import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { TestSession } from './agents';
import { eventually } from './eventually';
import type { Reachable, TestApp } from './test-app';

export const BOUNDARY = 'a-line-that-parts-the-form';

export interface Uploaded {
  file_id: string;
  file_name: string;
  file_size: number;
  message: string;
}

export interface UploadAnswer {
  status: number;
  body: Uploaded & { detail: unknown };
  headers: IncomingMessage['headers'];
}

/** Uploads bytes as a client does that knows them beforehand. */
export function upload(
  app: Reachable,
  session: TestSession,
  name: string,
  bytes: string | Buffer,
  headers: Record<string, string> = {},
): Promise<UploadAnswer> {
  return sendForm(app, session, [fileHead(name), bytes, END], headers);
}

/** Resolves when no file of the agent is being read. */
export async function filesRead(session: TestSession): Promise<void> {
  await eventually(
    async () => (await session.call('get', 'files').expect(200)).text,
    (text) => !text.includes('"processing"'),
  );
}

export const END = `\r\n--${BOUNDARY}--\r\n`;

/** The head of a part with a file in it. */
export function fileHead(name: string, field = 'file'): string {
  return (
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  );
}

export function field(name: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

/** Sends a body of these parts, whole. */
export async function sendForm(
  app: Reachable,
  session: TestSession,
  parts: readonly (string | Buffer)[],
  headers: Record<string, string> = {},
): Promise<UploadAnswer> {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const outgoing = beginUpload(app, session, { 'Content-Length': body.length, ...headers });
  outgoing.end(body);
  return answerOf(outgoing);
}

/** An upload whose body the test writes by itself. */
export function beginUpload(
  app: Reachable,
  session: Pick<TestSession, 'agentId' | 'token'>,
  headers: Record<string, string | number> = {},
): ClientRequest {
  const outgoing = request(`${app.url}/api/v2/agents/${session.agentId}/upload-file`, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'X-Session-Token': session.token,
      ...headers,
    },
  });
  // What is written after the answer may find the connection closed.
  outgoing.on('error', () => undefined);
  return outgoing;
}

export async function answerOf(outgoing: ClientRequest): Promise<UploadAnswer> {
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response as AsyncIterable<string>) text += part;
  return { status: response.statusCode ?? 0, body: JSON.parse(text), headers: response.headers };
}

/** Writes the same bytes again and again, so many or until the connection ends, as fast as they are taken. */
export async function writeRepeatedly(outgoing: ClientRequest, chunk: Buffer, times: number): Promise<void> {
  for (let i = 0; i < times && !outgoing.destroyed; i++) {
    if (!outgoing.write(chunk)) await drainedOrClosed(outgoing);
  }
}

async function drainedOrClosed(outgoing: ClientRequest): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(outgoing, 'drain', { signal }), once(outgoing, 'close', { signal })]);
  } finally {
    // The listener for what did not happen would stay, one more with every chunk.
    waiting.abort();
  }
}

/** The names in the folder of stored files. */
export async function storedFiles(app: TestApp): Promise<string[]> {
  return (await readdir(filesFolder(app))).sort();
}

export function filesFolder(app: TestApp): string {
  return join(app.env.DATA_DIR, 'files');
}

export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

/** The files of a session's agent, by the interface. */
export async function listedFiles(session: TestSession): Promise<{ file_id: string; status: string }[]> {
  const { body } = await session.call('get', 'files').expect(200);
  return (body as { files: { file_id: string; status: string }[] }).files;
}

/** No file of the agent is recorded, and the store has what it had before. */
export async function expectNothingLeft(
  app: TestApp,
  session: TestSession,
  before: readonly string[],
): Promise<void> {
  expect(await listedFiles(session)).toEqual([]);
  const names = await eventually(
    () => storedFiles(app),
    ({ length }) => length <= before.length,
  );
  expect(names).toEqual(before);
}
