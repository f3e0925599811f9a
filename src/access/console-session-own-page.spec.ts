import type { IncomingMessage } from 'node:http';
import { isOwnPage } from './console-session';

const HOST = 'memory.example.com';

function from(headers: Record<string, string>, method = 'POST', allowed = ''): boolean {
  return isOwnPage({ method, headers: { host: HOST, ...headers } } as unknown as IncomingMessage, allowed);
}

describe('a request of a page of this service', () => {
  it.each([
    [{ origin: `https://${HOST}` }, true],
    [{ origin: `http://${HOST}` }, true],
    [{ origin: `https://${HOST}:8443` }, false],
    [{ origin: `https://evil.example/${HOST}` }, false],
    [{ origin: 'null' }, false],
    [{ origin: `https://${HOST}`, 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{}, false],
  ])('with %j: %j', (headers, expected) => {
    expect(from(headers)).toBe(expected);
  });

  it('may be a GET of a browser that names neither its origin nor its site', () => {
    expect(from({}, 'GET')).toBe(true);
  });

  it('may have an origin that the settings list', () => {
    const origin = 'https://console.example.com';
    expect(from({ origin }, 'POST', `https://other.example, ${origin}/`)).toBe(true);
    expect(from({ origin }, 'POST', 'https://other.example')).toBe(false);
  });
});
