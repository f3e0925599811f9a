import { spawnSync } from 'node:child_process';
import path from 'node:path';
import request from 'supertest';
import type { Reachable } from './test-app';

const ROOT = path.join(__dirname, '../..');
const PROGRAM =
  "import('./scripts/build-console.mjs').then(({ ensureConsole }) => ensureConsole(process.cwd()))";

/** Builds the web console unless it is up to date. */
export function ensureConsoleForTests(): void {
  const { status, stderr } = spawnSync(process.execPath, ['-e', PROGRAM], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console was not built: ${stderr}`);
}

/** The cookie of a login from another machine, for the header `Cookie`. */
export async function consoleCookie(app: Reachable, credential: string): Promise<string> {
  const { headers } = await request(app.url)
    .post('/api/v2/console/login')
    .set('X-Forwarded-For', '203.0.113.9')
    .send({ credential })
    .expect(204);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}
