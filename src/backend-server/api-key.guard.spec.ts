import { isTrustedHost } from './api-key.guard';

describe('the host that a request names', () => {
  it.each([
    'localhost',
    'localhost:8080',
    '127.0.0.1:8080',
    '[::1]:8080',
    '10.0.0.7',
    'backend:8080',
    'memory_backend',
    'host.docker.internal:8080',
    'backend.default.svc.cluster.local',
  ])('is trusted when no page of elsewhere can have it: %s', (host) => {
    expect(isTrustedHost(host)).toBe(true);
  });

  it.each([
    '',
    'rebound.example.com',
    'rebound.example.com:8080',
    'a.b',
    '127.0.0.1.example.com',
    '[x]',
    'a b',
    'x@localhost',
    '1.2.3',
  ])('is not trusted when a page of elsewhere may have it: %s', (host) => {
    expect(isTrustedHost(host)).toBe(false);
  });
});
