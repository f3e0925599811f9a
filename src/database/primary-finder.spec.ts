import type { DatabaseHostAddress } from '../config/database-url';
import { NotWritable, PrimaryFinder } from './primary-finder';

const FIRST = { host: 'first', port: 1 };
const SECOND = { host: 'second', port: 2 };

describe('PrimaryFinder', () => {
  let primary: DatabaseHostAddress | null;
  let probed: string[];
  let finder: PrimaryFinder;

  beforeEach(() => {
    primary = SECOND;
    probed = [];
    finder = new PrimaryFinder([FIRST, SECOND], (server) => {
      probed.push(server.host);
      return server === primary ? Promise.resolve() : Promise.reject(new NotWritable('standby'));
    });
  });

  it('finds the server that may be used, and remembers it', async () => {
    expect(await finder.find()).toBe(SECOND);
    expect(await finder.find()).toBe(SECOND);
    expect(probed).toEqual(['first', 'second']);
  });

  it('searches once for callers that come together', async () => {
    await Promise.all([finder.find(), finder.find()]);
    expect(probed).toHaveLength(2);
  });

  it('searches again when the server is forgotten', async () => {
    await finder.find();
    finder.forget();
    primary = FIRST;
    expect(await finder.find()).toBe(FIRST);
  });

  it('does not wait for a server that does not answer', async () => {
    const silent = new PrimaryFinder([FIRST, SECOND], (server) =>
      server === SECOND ? Promise.resolve() : new Promise(() => undefined),
    );
    expect(await silent.find()).toBe(SECOND);
  });

  it('says that a server is a standby rather than that another is away, and searches again', async () => {
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const servers = new PrimaryFinder([FIRST, SECOND], (server) =>
      Promise.reject(server === FIRST ? away : new NotWritable('standby')),
    );
    await expect(servers.find()).rejects.toThrow('the server is a standby');
    await expect(servers.find()).rejects.toMatchObject({ code: '25006' });
  });
});
