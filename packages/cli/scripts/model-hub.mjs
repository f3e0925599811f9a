// A hub on this machine with the small model of the tests, because a test must not need the real one. A process of its
// own, because the test waits for commands: node model-hub.mjs PORT
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.mjs';

export const REPOSITORY = 'tests/tiny-embedder';
const FOLDER = fileURLToPath(new URL('../../../test/fixtures/tiny-embedder', import.meta.url));
const PROGRAM = fileURLToPath(import.meta.url);
const REVISION = '0123456789abcdef0123456789abcdef01234567';

/** @returns {Promise<{ url: string, stop: () => void }>} */
export async function startHub() {
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  // It says that it listens.
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}

/** @param {number} port */
function serve(port) {
  const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(FOLDER, path.join(entry.parentPath, entry.name)));
  const server = createServer(({ url = '', method }, response) => {
    if (url === `/api/models/${REPOSITORY}`) {
      const siblings = files.map((rfilename) => ({ rfilename }));
      return response.end(JSON.stringify({ sha: REVISION, siblings }));
    }
    const name = url.slice(`/${REPOSITORY}/resolve/${REVISION}/`.length);
    if (!files.includes(name)) return response.writeHead(404).end();
    const content = readFileSync(path.join(FOLDER, name));
    const etag = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    response.writeHead(200, { ETag: `"${etag}"`, 'Content-Length': content.length });
    return response.end(method === 'HEAD' ? undefined : content);
  });
  server.listen(port, '127.0.0.1', () => console.log('listening'));
}

if (process.argv[1] === PROGRAM) serve(Number(process.argv[2]));
