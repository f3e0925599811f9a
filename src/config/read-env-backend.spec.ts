import { readEnv } from './read-env';

const cloud = { BACKEND_MODE: 'cloud', BACKEND_URL: 'https://api.example.com/v1', BACKEND_API_KEY: 'k-1' };

describe('the variables of the backend', () => {
  it('say by default that there is none but this service', () => {
    expect(readEnv({})).toMatchObject({
      BACKEND_MODE: 'embedded',
      BACKEND_URL: null,
      BACKEND_API_KEY: null,
      BACKEND_TIMEOUT_MS: null,
      BACKEND_SERVER_PORT: 8080,
      BACKEND_SERVER_API_KEY: null,
    });
  });

  it('are an address and a key in the cloud', () => {
    expect(readEnv({ ...cloud, BACKEND_TIMEOUT_MS: '5000' })).toMatchObject({
      ...cloud,
      BACKEND_TIMEOUT_MS: 5_000,
    });
  });

  it('are nothing but the mode on-prem', () => {
    expect(readEnv({ BACKEND_MODE: 'on-prem' }).BACKEND_MODE).toBe('on-prem');
  });

  it.each(['BACKEND_API_KEY', 'BACKEND_URL'])('say that %s is not configured in the cloud', (name) => {
    expect(() => readEnv({ ...cloud, [name]: ' ' })).toThrow(`${name} is not configured`);
  });

  it.each(['http://localhost:8080', 'https://[::1]:8080', 'https://api.example.com/v1/'])(
    'take the address %s',
    (url) => {
      expect(readEnv({ BACKEND_MODE: 'on-prem', BACKEND_URL: url }).BACKEND_URL).toBe(url);
    },
  );

  it.each(['localhost:8080', 'ftp://localhost', 'http://a:hidden@localhost', 'http://localhost?key=hidden'])(
    'refuse the address %s and do not repeat it',
    (url) => {
      const read = () => readEnv({ BACKEND_MODE: 'on-prem', BACKEND_URL: url });
      expect(read).toThrow('BACKEND_URL');
      expect(read).not.toThrow('hidden');
    },
  );

  it.each(['BACKEND_API_KEY', 'BACKEND_SERVER_API_KEY'])(
    'refuse a %s that no header can carry, and do not repeat it',
    (name) => {
      const read = () => readEnv({ ...cloud, [name]: 'hidden\nX: 2' });
      expect(read).toThrow(name);
      expect(read).not.toThrow('hidden');
    },
  );

  it.each([
    ['BACKEND_MODE', 'both'],
    ['BACKEND_TIMEOUT_MS', '99'],
    ['BACKEND_TIMEOUT_MS', 'soon'],
    ['BACKEND_SERVER_PORT', '65536'],
  ])('refuse a %s of %s', (name, value) => {
    expect(() => readEnv({ ...cloud, [name]: value })).toThrow(name);
  });
});
