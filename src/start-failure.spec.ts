import { StartProblem } from './common/start-problem';
import { listenFailure, startFailure } from './start-failure';

const failed = (fields: object) => Object.assign(new Error('listen failed'), fields);

describe('startFailure', () => {
  it('says that the database cannot be reached, by the code alone', () => {
    const refused = failed({ code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.1', port: 5432 });
    const message = startFailure(refused);
    expect(message).toContain('DATABASE_URL cannot be reached (ECONNREFUSED)');
    expect(message).not.toContain('10.0.0.1');
  });

  it('says what a pooler must ignore', () => {
    const refused = failed({ code: '08P01', message: 'unsupported startup parameter: options' });
    expect(startFailure(refused)).toBe(
      'The pooler of DATABASE_URL refuses connections (unsupported startup parameter: options): ' +
        'set ignore_startup_parameters = statement_timeout,options in pgbouncer.ini',
    );
  });

  it('says that the server only reads, and what to name in its place', () => {
    const standby = failed({
      code: '25006',
      message: 'cannot execute CREATE TABLE in a read-only transaction',
    });
    expect(startFailure(standby)).toBe(
      'The database of DATABASE_URL does not accept writes (cannot execute CREATE TABLE in a read-only transaction): ' +
        'name the primary, or all servers as host1:5432,host2:5432, so that the service finds it',
    );
  });

  it('says that the database is damaged, whatever wraps it', () => {
    const page = failed({ code: 'XX001', message: 'invalid page in block 0 of relation "base/5/1"' });
    const wrapped = new Error(page.message, { cause: page });
    expect(startFailure(wrapped)).toBe(
      'The database is damaged (invalid page in block 0 of relation "base/5/1"): restore it from a backup',
    );
  });

  it('shows a problem that says what to do as it is, whatever its cause', () => {
    const cause = failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' });
    expect(startFailure(new StartProblem('HOST is wrong', cause))).toBe('HOST is wrong');
  });

  it('repeats what says enough by itself', () => {
    expect(startFailure(new Error('DATA_DIR is in use'))).toBe('DATA_DIR is in use');
  });
});

describe('listenFailure', () => {
  const place = { HOST: '127.0.0.1', PORT: 8000 };

  it('says which port is in use and what to set', () => {
    expect(listenFailure(failed({ code: 'EADDRINUSE' }), place)).toBe(
      'Port 8000 of 127.0.0.1 is in use: stop what listens there, or set PORT to a free one',
    );
  });

  it.each(['EADDRNOTAVAIL', 'ENOTFOUND'])('blames HOST for %s', (code) => {
    expect(listenFailure(failed({ code }), { HOST: 'nowhere', PORT: 1 })).toContain('HOST nowhere');
  });
});
