import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSession, type TestSession } from './support/agents';
import { useTestApp } from './support/test-app';

/** A refused request, with the answer that clients know. */
interface Refusal {
  /** Method and path with its query. */
  request: string;
  /** Raw JSON: some bad values have no form in JavaScript. Null: no body. */
  body: string | null;
  status: number;
  answer: string;
}

const FILE = join(__dirname, 'fixtures/validation-answers.json');
const REFUSALS = JSON.parse(readFileSync(FILE, 'utf8')) as Refusal[];

const app = useTestApp();
let session: TestSession;

beforeAll(async () => {
  session = await newSession(app, 'target');
});

async function answerTo({ request: line, body }: Refusal): Promise<{ status: number; answer: string }> {
  const [method = '', path = ''] = line.split(' ');
  const response = await fetch(app.url + path, {
    method,
    headers: {
      'X-Session-Token': session.token,
      ...(body !== null && { 'Content-Type': 'application/json' }),
    },
    body,
  });
  return { status: response.status, answer: await response.text() };
}

// UPDATE_VALIDATION_ANSWERS=1 writes the answers of today after a change that is meant.
const update = process.env.UPDATE_VALIDATION_ANSWERS === '1';

describe('requests that break a rule of their fields', () => {
  it('are answered byte for byte as clients know it', async () => {
    expect(REFUSALS.length).toBeGreaterThanOrEqual(300);
    const now: Refusal[] = [];
    for (const each of REFUSALS) now.push({ ...each, ...(await answerTo(each)) });
    if (update) writeFileSync(FILE, `${JSON.stringify(now, null, 1)}\n`);
    else expect(now).toEqual(REFUSALS);
  });
});
