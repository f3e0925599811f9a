import { readServerEnv } from './server-env';

describe('the settings of the backend server', () => {
  it('keep its data beside that of a service on the same machine, unless they name a place', () => {
    expect(readServerEnv({}).DATA_DIR).toBe('./data-backend');
    expect(readServerEnv({ DATA_DIR: '/srv/notes' }).DATA_DIR).toBe('/srv/notes');
    expect(readServerEnv({ DATA_DIR: './data' }).DATA_DIR).toBe('./data');
  });

  it('do not follow the backend that the service is set to use', () => {
    const env = readServerEnv({
      BACKEND_MODE: 'cloud',
      BACKEND_SERVER_PORT: '9000',
      BACKEND_SERVER_API_KEY: 'key',
    });
    expect(env).toMatchObject({
      BACKEND_MODE: 'embedded',
      BACKEND_SERVER_PORT: 9000,
      BACKEND_SERVER_API_KEY: 'key',
    });
  });

  it('need no secret with a database server: nothing is signed', () => {
    expect(readServerEnv({ DATABASE_URL: 'postgres://127.0.0.1/notes' }).DATABASE_URL).not.toBeNull();
  });
});
