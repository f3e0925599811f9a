import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { combinationsWith, HOSTS, isGenuine, linesOf } from '../../test/support/forged-requests';
import {
  isLoopbackAddress,
  isLoopbackHost,
  isLoopbackRequest,
  type LoopbackFacts,
  loopbackFacts,
} from './loopback';

function facts(changes: Partial<LoopbackFacts> = {}): LoopbackFacts {
  const plain = {
    remoteAddress: '127.0.0.1',
    targetHost: null,
    hosts: ['127.0.0.1:8000'],
    origins: [],
    fetchSites: [],
  };
  return { ...plain, headerNames: ['host', 'user-agent'], httpVersion: '1.1', ...changes };
}

describe('isLoopbackAddress', () => {
  it.each([
    '127.0.0.1',
    '127.8.9.10',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
    '::FFFF:127.0.0.1',
    '::ffff:7f00:1',
  ])('holds for %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '128.0.0.1',
    '0.0.0.0',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f.0.0.1',
    '10.0.0.1',
    '::',
    '::2',
    '::1%lo',
    '::ffff:10.0.0.1',
    'fe80::1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
  ])('does not hold for %j', (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });
});

describe('isLoopbackHost', () => {
  it.each([
    'localhost',
    'LocalHost',
    'localhost:8000',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]',
    '[::1]:8000',
    '[0:0:0:0:0:0:0:1]:65535',
    '[::ffff:127.0.0.1]:80',
  ])('holds for %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    '',
    ' localhost',
    'localhost ',
    'localhost.',
    'localhost:',
    'localhost:65536',
    'localhost:80:80',
    'localhost:8o',
    'localhost:-1',
    'localhost.evil.com',
    'evil.localhost',
    'localhost@evil.com',
    '127.0.0.1:80@evil.com',
    'evil.com@127.0.0.1',
    '127.0.0.1.evil.com',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0.0.0.0',
    '::1',
    '[::1',
    '::1]',
    '[::1]evil.com',
    '[::1%25lo]',
    '[127.0.0.1]',
    '[localhost]',
    'localhost/evil',
    'localhost?x',
    'localhost#x',
    'localhost\\evil.com',
    'localhost,evil.com',
    'localhost\nevil.com',
    'localhost\n',
    'lоcalhost',
    'evil.com',
  ])('does not hold for %j', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });

  it('holds for no name but localhost, and no address outside 127.0.0.0/8', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.domain(),
          fc.ipV4(),
          fc.ipV6().map((each) => `[${each}]`),
          fc.string(),
        ),
        (host) => {
          const address = host.replace(/^\[(.*)\]$/, '$1');
          const expected =
            host === 'localhost' ||
            (isLoopbackAddress(address) && host.includes('[') === address.includes(':'));
          expect(isLoopbackHost(host)).toBe(expected);
        },
      ),
    );
  });

  it('holds with any port', () => {
    fc.assert(
      fc.property(fc.constantFrom('localhost', '127.0.0.1', '[::1]'), fc.nat(65_535), (host, port) => {
        expect(isLoopbackHost(`${host}:${port}`)).toBe(true);
      }),
    );
  });
});

describe('isLoopbackRequest', () => {
  it('holds for a program on this machine', () => {
    expect(isLoopbackRequest(facts())).toBe(true);
  });

  it.each<[string, Partial<LoopbackFacts>]>([
    ['another machine', { remoteAddress: '192.168.1.5' }],
    ['a closed connection', { remoteAddress: null }],
    ['HTTP/1.0, which proxies speak', { httpVersion: '1.0' }],
    ['a rebound name', { hosts: ['evil.com:8000'] }],
    ['a target elsewhere', { targetHost: 'evil.com' }],
    ['a target with user info', { targetHost: 'localhost@evil.com' }],
    ['a target of no host', { targetHost: '' }],
    ['no Host', { hosts: [] }],
    ['two Hosts', { hosts: ['localhost', 'localhost'] }],
    ['a page elsewhere', { origins: ['https://evil.com'] }],
    ['a page of no origin', { origins: ['null'] }],
    ['an empty Origin', { origins: [''] }],
    ['an Origin of another scheme', { origins: ['file://localhost'] }],
    ['an Origin with a path', { origins: ['http://localhost/x'] }],
    ['an Origin with user info', { origins: ['http://localhost@evil.com'] }],
    ['two Origins, one elsewhere', { origins: ['http://localhost', 'https://evil.com'] }],
    ['two Origins in one', { origins: ['http://localhost, https://evil.com'] }],
    ['a cross-site fetch', { fetchSites: ['cross-site'] }],
    ['a same-site fetch', { fetchSites: ['Same-Site'] }],
    ['a cross-site fetch among others', { fetchSites: ['none', 'same-origin, cross-site'] }],
  ])('does not hold for %s', (_, changes) => {
    expect(isLoopbackRequest(facts(changes))).toBe(false);
  });

  it.each(['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8000'])(
    'holds for a page at %s, however its site relates',
    (origin) => {
      expect(isLoopbackRequest(facts({ origins: [origin], fetchSites: ['cross-site'] }))).toBe(true);
    },
  );

  it.each(['same-origin', 'none', ''])('holds for a fetch from %j', (site) => {
    expect(isLoopbackRequest(facts({ fetchSites: [site] }))).toBe(true);
  });

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'x-nginx-proxy',
    'x-scheme',
    'x-remote-addr',
    'x-varnish',
    'x-arr-log-id',
    'cdn-loop',
    'max-forwards',
  ])('does not hold where the header %s is there', (header) => {
    expect(isLoopbackRequest(facts({ headerNames: ['host', header] }))).toBe(false);
  });
});

describe('a request from this machine', () => {
  it.each(HOSTS)('with Host %j is judged as the interface says, whatever else it says', (...host) => {
    const wrong = combinationsWith(host).filter((parts) => {
      const rawHeaders = linesOf(parts).flatMap((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      });
      const request = {
        rawHeaders,
        url: '/',
        httpVersion: '1.1',
        socket: { remoteAddress: '::ffff:127.0.0.1' },
      };
      return isLoopbackRequest(loopbackFacts(request as unknown as IncomingMessage)) !== isGenuine(parts);
    });
    expect(wrong).toEqual([]);
  });
});
