import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Scope } from '../context.ts';
import { HookService } from './hook-service.ts';
import { SessionToken } from './session-token.ts';

const PERMISSIONS = 0o777;

describe('the calls of a hook', () => {
  let server: Server;
  let folder: string;
  let calls: string[];
  /** The token that the service admits. */
  let admitted: string;
  let scope: Scope;

  beforeEach(async () => {
    calls = [];
    admitted = 'first';
    folder = mkdtempSync(path.join(tmpdir(), 'ams-tokens-'));
    server = createServer((request, response) => {
      const [status, body] = answerTo(request);
      response.writeHead(status).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    scope = { url, agent: 'a', key: null } as Scope;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  function answerTo({ url = '', headers }: IncomingMessage): [number, object] {
    calls.push(path.basename(url));
    if (url.endsWith('/activate')) return [200, { session_token: admitted }];
    if (headers.authorization === undefined && headers['x-session-token'] !== admitted) return [401, {}];
    return [200, { memories: [{ content: 'Ana lives in Lisbon.', created_at: '2026-05-01T00:00:00Z' }] }];
  }

  const recall = (own = scope) => new HookService(own, new SessionToken(own, folder)).recall('Ana', 5, 0.2);

  it('are one request when an earlier hook has joined the session', async () => {
    expect(await recall()).toMatchObject([{ content: 'Ana lives in Lisbon.' }]);
    expect(calls).toEqual(['activate', 'recall']);
    calls = [];
    expect(await recall()).toHaveLength(1);
    expect(calls).toEqual(['recall']);
  });

  it('join once more when the token is over', async () => {
    await recall();
    admitted = 'second';
    calls = [];
    expect(await recall()).toHaveLength(1);
    expect(calls).toEqual(['recall', 'activate', 'recall']);
    calls = [];
    await recall();
    expect(calls).toEqual(['recall']);
  });

  it('share no token with another agent or another key', async () => {
    await recall();
    calls = [];
    await recall({ ...scope, agent: 'b' });
    expect(calls).toEqual(['activate', 'recall']);
    calls = [];
    await recall({ ...scope, key: 'secret' });
    expect(calls).toEqual(['activate', 'recall']);
  });

  it('need no session with a key of the service', async () => {
    await recall({ ...scope, key: 'amk_1' });
    expect(calls).toEqual(['recall']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keep a token where only the user can read it, and go on without a folder for it', async () => {
    const folderOfTokens = path.join(folder, 'tokens');
    new SessionToken(scope, folderOfTokens).write('secret');
    const [name = ''] = readdirSync(folderOfTokens);
    expect(statSync(folderOfTokens).mode & PERMISSIONS).toBe(0o700);
    expect(statSync(path.join(folderOfTokens, name)).mode & PERMISSIONS).toBe(0o600);
    const unusable = new SessionToken(scope, path.join(folderOfTokens, name, 'x'));
    expect(await new HookService(scope, unusable).recall('Ana', 5, 0.2)).toHaveLength(1);
  });
});
