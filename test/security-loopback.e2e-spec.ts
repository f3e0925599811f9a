import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { TEST_SECRET_KEY } from './support/database';
import {
  combinationsWith,
  FORWARDING,
  HOSTS,
  isGenuine,
  linesOf,
  ORIGINS,
  SITES,
  type Judged,
  type JudgedValue,
} from './support/forged-requests';
import { sendLines } from './support/raw-bytes';
import { startTestApp, type TestApp } from './support/test-app';

const MANAGED = '/api/v2/agents';
const LOCAL = '/api/ui/config';

/** The same service, reached by other addresses than 127.0.0.1. */
let everywhere: Server;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  everywhere = createServer(app.app.getHttpAdapter().getInstance() as RequestListener);
  await new Promise<void>((resolve) => everywhere.listen(0, '::', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => everywhere.close(resolve));
  await app.close();
});

function get(target: string, headers: readonly string[]): Promise<{ status: number }> {
  return sendLines('127.0.0.1', Number(new URL(app.url).port), [`GET ${target} HTTP/1.1`, ...headers]);
}

/** Every pair of values of two headers, with the first values of the others; `src/access` judges all combinations. */
function requestsWith(host: JudgedValue): Judged[] {
  const usual = [HOSTS, ORIGINS, SITES, FORWARDING].map(([first]) => first?.[0]);
  return combinationsWith(host).filter(
    (parts) => parts.filter(([value], i) => value !== usual[i]).length <= 2,
  );
}

describe('a request of this machine', () => {
  it.each(HOSTS)(
    'with Host %j is believed only when that names loopback, whatever else it says',
    async (...host) => {
      const wrong = await Promise.all(
        requestsWith(host).map(async (parts) => {
          const { status } = await get(MANAGED, linesOf(parts));
          return status === (isGenuine(parts) ? 200 : 401) ? [] : [[status, ...linesOf(parts)]];
        }),
      );
      expect(wrong.flat()).toEqual([]);
    },
  );

  it.each<[string, string[]]>([
    ['a second Host', ['Host: localhost', 'Host: evil.example']],
    ['a second Host that is the same', ['Host: localhost', 'Host: localhost']],
    ['a second Origin', ['Host: localhost', 'Origin: http://localhost', 'Origin: https://evil.example']],
    ['a folded Host', ['Host: localhost', ' .evil.example']],
    ['a space before the colon', ['Host : localhost']],
    ['no Host', []],
  ])('is not believed with %s', async (_, lines) => {
    expect([400, 401]).toContain((await get(MANAGED, lines)).status);
  });

  it('is not believed without a Host in HTTP/1.0', async () => {
    const port = Number(new URL(app.url).port);
    expect((await sendLines('127.0.0.1', port, [`GET ${MANAGED} HTTP/1.0`])).status).toBe(401);
  });
});

describe('a target in absolute form', () => {
  // https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2: its authority takes the place of the Host header.
  it.each([
    ['http://evil.example', 'localhost'],
    ['http://evil.example', 'evil.example'],
    ['http://localhost', 'evil.example'],
    ['http://localhost@evil.example', 'localhost'],
    ['http://2130706433', 'localhost'],
    ['http://0177.0.0.1', 'localhost'],
    ['http://localhost.', 'localhost'],
    ['http://[::ffff:192.0.2.1]', 'localhost'],
    ['HTTP://EVIL.EXAMPLE', 'localhost'],
    ['https://evil.example', 'localhost'],
  ])('at %s is not believed with Host %s', async (origin, host) => {
    expect((await get(`${origin}${MANAGED}`, [`Host: ${host}`])).status).toBe(401);
    expect((await get(`${origin}${LOCAL}`, [`Host: ${host}`])).status).toBe(403);
  });

  it.each(['http://localhost:8000', 'http://127.0.0.1', 'http://[::1]:1'])('at %s is', async (origin) => {
    expect((await get(`${origin}${MANAGED}`, ['Host: localhost'])).status).toBe(200);
  });
});

describe('the address of the peer', () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
  const via = (address: string) =>
    sendLines(address, (everywhere.address() as AddressInfo).port, [
      `GET ${MANAGED} HTTP/1.1`,
      'Host: localhost',
    ]);

  it.each(['127.0.0.1', '::1'])('%s is loopback, also as IPv4-mapped IPv6', async (address) => {
    expect((await via(address)).status).toBe(200);
  });

  // A connection to an address of one's own comes from that address.
  (outside.length > 0 ? it : it.skip)('of a network is not, whatever Host says', async () => {
    for (const address of outside) expect([address, (await via(address)).status]).toEqual([address, 401]);
  });
});

describe('a route for this machine alone', () => {
  it.each([
    ['Host: evil.example'],
    ['Host: localhost.'],
    ['Host: localhost', 'Origin: https://evil.example'],
    ['Host: localhost', 'Sec-Fetch-Site: same-site'],
    ['Host: localhost', 'X-Forwarded-For: 127.0.0.1'],
  ])('is closed to %j %j even with the credential', async (...lines) => {
    const credential = [`Authorization: Bearer ${TEST_SECRET_KEY}`, `X-Api-Key: ${TEST_SECRET_KEY}`];
    expect((await get(LOCAL, [...lines, ...credential])).status).toBe(403);
    expect((await get(MANAGED, [...lines, ...credential])).status).toBe(200);
  });
});
