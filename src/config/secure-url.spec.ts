import { isSecureUrl } from './secure-url';

describe('a secure URL', () => {
  it.each([
    'https://id.example.com',
    'https://id.example.com:8443/realms/team/',
    'https://id.example.com/keys?p=policy',
    'http://localhost:8080/realms/team',
    'http://127.0.0.1/',
    'http://[::1]:8080/keys',
  ])('is %s', (url) => {
    expect(isSecureUrl(url)).toBe(true);
  });

  it.each([
    'http://id.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com/',
    'http://localhost@example.com/',
    'https://user:secret@id.example.com',
    'https://id.example.com/#keys',
    'https://id.example.com/a b',
    'https://id.example.com:port',
    'ftp://localhost/keys',
    'file:///etc/passwd',
    'https://',
    '',
  ])('is not %s', (url) => {
    expect(isSecureUrl(url)).toBe(false);
  });
});
