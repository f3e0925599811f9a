import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { TEST_SECRET_KEY } from './support/database';
import { newDataDir } from './support/embedded-template';
import { eventually } from './support/eventually';
import { textOf, ToolCaller, type McpClient } from './support/mcp-clients';
import { freePort } from './support/free-port';
import { buildService } from './support/service-process';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const PROGRAM = join(__dirname, '../packages/cli/bin/agent-memory.mjs');
const INFO = { name: 'Some Editor', version: '1.0.0' };

/** Each starts the program as an editor does. */
const ERAS: Record<string, (server: StartedBy) => Promise<McpClient>> = {
  '2025-11-25': async (server) => {
    const client = new LegacyClient(INFO);
    await client.connect(new LegacyTransport(server));
    return client as unknown as McpClient;
  },
  '2026-07-28': async (server) => {
    const client = new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new ModernTransport(server));
    return client as unknown as McpClient;
  },
};

interface StartedBy {
  command: string;
  args: string[];
  env: Record<string, string>;
}

const bridgeTo = (args: string[], env: Record<string, string> = {}): StartedBy => ({
  command: process.execPath,
  args: [PROGRAM, 'mcp', ...args],
  env,
});

interface Answer {
  id: number;
  error?: { message: string };
  result?: Record<string, never>;
}

/** Runs the program with its own stdin and stdout. */
function runBridge(args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'mcp', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    send: (...messages: object[]) =>
      child.stdin.write(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('')),
    end: () => child.stdin.end(),
    stop: () => child.kill('SIGTERM'),
    answers: () =>
      printed
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Answer),
    exit: once(child, 'close').then(([code]) => code as number | null),
  };
}

const call = (id: number, name = 'recent') => ({ id, method: 'tools/call', params: { name, arguments: {} } });

describe('the bridge to a running service', () => {
  const app = useTestApp({ env: { LOOPBACK_MANAGEMENT: false } });

  it.each(Object.keys(ERAS))('serves a client of revision %s', async (era) => {
    const agent = uniqueId();
    const env = { AGENT_MEMORY_URL: app.url, AGENT_MEMORY_AGENT: agent, AGENT_MEMORY_KEY: TEST_SECRET_KEY };
    const client = await ERAS[era]!(bridgeTo([], env));
    try {
      const tools = await ToolCaller.of(client);
      expect(client.getInstructions()).toMatch(/recall/);
      const contents = Array.from({ length: 12 }, (_, i) => `Line\u2028${i} of the harbour log.`);
      await Promise.all(contents.map((content) => tools.call('remember', { content, type: 'fact' })));

      const { memories } = await tools.call('recall', { query: 'harbour log', limit: 20 });
      const recalled = (memories as unknown as { content: string }[]).map(({ content }) => content);
      expect(recalled.sort()).toEqual([...contents].sort());
      expect(await tools.failure('forget', { memory_id: uniqueId() })).toMatch(/\S/);
    } finally {
      await client.close();
    }
  });

  it('answers what was asked before stdin ended, and prints nothing else', async () => {
    const bridge = runBridge(['--url', app.url]);
    bridge.send({ method: 'notifications/initialized' }, { id: 1, method: 'ping' }, call(2), {
      id: 3,
      method: 'tools/list',
    });
    bridge.end();

    expect(await bridge.exit).toBe(0);
    const answers = new Map(bridge.answers().map((each) => [each.id, each]));
    expect([...answers.keys()].sort()).toEqual([1, 2, 3]);
    expect(answers.get(1)?.error?.message).toMatch(/^A key is needed by .*set AGENT_MEMORY_KEY/);
    expect(answers.get(2)?.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/set AGENT_MEMORY_KEY/) }],
    });
  });
});

describe('a service that does not answer', () => {
  let server: Server;
  let url: string;
  const open = new Set<number>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      void (async () => {
        const body: Buffer[] = [];
        for await (const chunk of request) body.push(chunk as Buffer);
        const { id } = JSON.parse(Buffer.concat(body).toString()) as Answer;
        open.add(id);
        response.once('close', () => open.delete(id));
      })();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });

  it('is given up within 10 seconds, or when the client cancels; then there is no answer', async () => {
    const bridge = runBridge(['--url', url]);
    const started = Date.now();
    bridge.send(call(1), call(2));
    await eventually(
      () => open.size,
      (size) => size === 2,
    );
    bridge.send({ method: 'notifications/cancelled', params: { requestId: 2 } });
    await eventually(
      () => [...open],
      (ids) => ids.length === 1 && ids[0] === 1,
      5_000,
    );

    const [answer] = await eventually(bridge.answers, (answers) => answers.length > 0);
    expect(Date.now() - started).toBeGreaterThan(9_000);
    expect(answer).toMatchObject({ id: 1, result: { isError: true } });
    bridge.stop();
    expect(await bridge.exit).toBe(0);
    expect(bridge.answers()).toHaveLength(1);
  });
});

describe('no service', () => {
  it('is an error of one sentence that says what to do, if none may be started', async () => {
    const bridge = runBridge(['--url', `http://127.0.0.1:${await freePort()}`, '--no-start']);
    bridge.send({ id: 1, method: 'tools/list' }, call(2));
    bridge.end();

    expect(await bridge.exit).toBe(0);
    const sentence =
      /^No answer from the memory service at http:\S+ \(ECONNREFUSED\): start it with `agent-memory start`[^.]+\.$/;
    const [listed, called] = bridge.answers().sort((a, b) => a.id - b.id);
    expect(listed?.error?.message).toMatch(sentence);
    expect(textOf(called?.result as never)).toMatch(sentence);
  });

  it('is started once by two bridges, and outlives them', async () => {
    buildService();
    const dataDir = await newDataDir();
    const url = `http://127.0.0.1:${await freePort()}`;
    const bridge = bridgeTo(['--url', url], { DATA_DIR: dataDir });
    try {
      const clients = await Promise.all(Object.values(ERAS).map((connect) => connect(bridge)));
      for (const client of clients) expect((await client.listTools()).tools).toHaveLength(8);
      await Promise.all(clients.map((client) => client.close()));

      expect((await fetch(`${url}/ready`)).status).toBe(200);
      expect(await readFile(join(dataDir, 'service.log'), 'utf8')).not.toMatch(/in use/);
    } finally {
      await endService(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

async function endService(dataDir: string): Promise<void> {
  const pid = Number(await readFile(join(dataDir, 'service.pid'), 'utf8'));
  process.kill(pid, 'SIGTERM');
  await eventually(
    () => isRunning(pid),
    (running) => !running,
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
