import { readDatabaseUrl } from './database-url';

const hosts = (text: string) => readDatabaseUrl(text)?.servers.map(({ host, port }) => `${host} ${port}`);

describe('readDatabaseUrl', () => {
  it('leaves the URL of one server as it is', () => {
    const url = 'postgresql://u:p%40x@h:5433/db?sslmode=require';
    expect(readDatabaseUrl(url)).toEqual({ url, servers: [], attributes: 'any' });
  });

  it('leaves the URL of a socket as it is', () => {
    const url = 'postgresql://u@/db?host=/run/postgresql';
    expect(readDatabaseUrl(url)).toEqual({ url, servers: [], attributes: 'any' });
  });

  it('takes target_session_attrs out of the URL of one server', () => {
    expect(readDatabaseUrl('postgres://u@h/db?target_session_attrs=primary&sslmode=disable')).toEqual({
      url: 'postgres://u@h/db?sslmode=disable',
      servers: [],
      attributes: 'primary',
    });
  });

  it('reads several servers, with and without ports', () => {
    const address = readDatabaseUrl('postgresql://u:a,b%40c@h1:6000,h2,[::1]:6001/db?sslmode=require');
    expect(address).toEqual({
      url: 'postgresql://u:a,b%40c@h1:6000/db?sslmode=require',
      servers: [
        { host: 'h1', port: 6000 },
        { host: 'h2', port: 5432 },
        { host: '::1', port: 6001 },
      ],
      attributes: 'read-write',
    });
  });

  it('reads the lists of the parameters host and port', () => {
    expect(hosts('postgresql://u@/db?host=h1,h2&port=1,2')).toEqual(['h1 1', 'h2 2']);
    expect(hosts('postgresql://u@/db?host=h1,h2&port=7')).toEqual(['h1 7', 'h2 7']);
    expect(hosts('postgresql://u@/db?host=h1,h2')).toEqual(['h1 5432', 'h2 5432']);
    expect(readDatabaseUrl('postgresql://u@/db?host=h1,h2&port=1,2')?.url).toBe('postgresql://u@h1:1/db');
  });

  it.each(['any', 'primary', 'read-write'])('takes target_session_attrs=%s', (attributes) => {
    const url = `postgresql://u@h1,h2/db?target_session_attrs=${attributes}`;
    expect(readDatabaseUrl(url)).toMatchObject({ url: 'postgresql://u@h1:5432/db', attributes });
  });

  it.each([
    ['a server that only reads', 'postgresql://u@h1,h2/db?target_session_attrs=standby'],
    ['one server that only reads', 'postgresql://u@h1/db?target_session_attrs=read-only'],
    ['an empty name', 'postgresql://u@h1,,h2/db'],
    ['a port that is none', 'postgresql://u@h1:x,h2/db'],
    ['a port beyond the last', 'postgresql://u@h1:70000,h2/db'],
    ['more ports than servers', 'postgresql://u@/db?host=h1,h2&port=1,2,3'],
    ['a socket among servers', 'postgresql://u@/db?host=/run,h2'],
    ['no scheme', 'h1,h2/db'],
  ])('refuses %s', (_, url) => {
    expect(readDatabaseUrl(url)).toBeNull();
  });
});
