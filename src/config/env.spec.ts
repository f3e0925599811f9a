import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../common/languages';
import { readEnv } from './read-env';

describe('RECALL_LANGUAGE', () => {
  it.each(LANGUAGES)('may be %s', (language) => {
    expect(readEnv({ RECALL_LANGUAGE: language }).RECALL_LANGUAGE).toBe(language);
  });

  it('is english unless set', () => {
    expect(readEnv({}).RECALL_LANGUAGE).toBe('english');
  });

  it('is refused where there are no rules for it', () => {
    expect(() => readEnv({ RECALL_LANGUAGE: 'klingon' })).toThrow('RECALL_LANGUAGE');
  });

  it('has every choice named in .env.example', () => {
    const example = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
    const comment = /^# (.*)\nRECALL_LANGUAGE=/m.exec(example)?.[1] ?? '';
    expect(LANGUAGES.filter((language) => !new RegExp(`\\b${language}\\b`).test(comment))).toEqual([]);
  });
});

describe('WORKERS', () => {
  const server = { DATABASE_URL: 'postgres://localhost/test', SERVICE_SECRET_KEY: '0123456789abcdef' };

  it('may be above 1 on a database server only', () => {
    expect(readEnv({ ...server, WORKERS: '2' }).WORKERS).toBe(2);
    expect(() => readEnv({ WORKERS: '2' })).toThrow(
      'WORKERS above 1 needs a PostgreSQL server: set DATABASE_URL',
    );
    expect(readEnv({ WORKERS: '1' }).WORKERS).toBe(1);
  });
});

describe('the variables of the embedding model', () => {
  const server = { EMBEDDINGS_BASE_URL: 'http://localhost:11434/v1', EMBEDDINGS_MODEL: 'nomic-embed-text' };

  it('are a server and the name of its model', () => {
    expect(readEnv(server)).toMatchObject(server);
  });

  it('are a local folder that is there', () => {
    expect(() => readEnv({ EMBEDDINGS_MODEL_PATH: './no-such-model' })).toThrow('EMBEDDINGS_MODEL_PATH');
  });

  it.each([
    ['EMBEDDINGS_MODEL', 'a server without the name of a model', { ...server, EMBEDDINGS_MODEL: '' }],
    ['EMBEDDINGS_BASE_URL', 'a model without a server', { EMBEDDINGS_MODEL: 'nomic-embed-text' }],
    ['EMBEDDINGS_MODEL_PATH', 'a server and a folder', { ...server, EMBEDDINGS_MODEL_PATH: './model' }],
  ])('name %s where there is %s', (name, _, variables) => {
    expect(() => readEnv(variables)).toThrow(`${name} must`);
  });

  it.each([
    'localhost:11434/v1',
    'ftp://localhost/v1',
    'http://',
    'http://user:password@localhost/v1',
    'http://localhost/v1?key=1',
    'http://localhost/v1#embeddings',
    'http://local host/v1',
  ])('refuse the address %s', (url) => {
    expect(() => readEnv({ ...server, EMBEDDINGS_BASE_URL: url })).toThrow('EMBEDDINGS_BASE_URL');
  });

  it.each(['http://localhost', 'https://[::1]:8080/v1/', 'https://api.openai.com/v1'])(
    'take the address %s',
    (url) => {
      expect(readEnv({ ...server, EMBEDDINGS_BASE_URL: url }).EMBEDDINGS_BASE_URL).toBe(url);
    },
  );

  it('refuse a key that no header can carry, and do not repeat it', () => {
    const read = () => readEnv({ ...server, EMBEDDINGS_API_KEY: 'sk-1\nX: 2' });
    expect(read).toThrow('EMBEDDINGS_API_KEY');
    expect(read).not.toThrow('sk-1');
  });

  it.each(['EMBEDDINGS_QUERY_PREFIX', 'EMBEDDINGS_TEXT_PREFIX'] as const)('keep the spaces of %s', (name) => {
    expect(readEnv({ [name]: 'query: ' })[name]).toBe('query: ');
    expect(readEnv({ [name]: '' })[name]).toBe('');
  });
});

describe('the variables of the language model', () => {
  const server = { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'llama3.2' };

  it('are a server and the name of its model', () => {
    expect(readEnv(server)).toMatchObject({ ...server, LLM_TIMEOUT_MS: 60_000, LLM_CONCURRENCY: 4 });
  });

  it.each([
    ['LLM_MODEL', 'a server without the name of a model', { ...server, LLM_MODEL: '' }],
    ['LLM_BASE_URL', 'a model without a server', { LLM_MODEL: 'llama3.2' }],
    ['LLM_BASE_URL', 'an address with credentials', { ...server, LLM_BASE_URL: 'http://a:b@localhost/v1' }],
    ['DECISION_MODEL', 'a server for decisions without a model', { DECISION_BASE_URL: server.LLM_BASE_URL }],
    ['DECISION_BASE_URL', 'a judge without a server', { CONFLICT_JUDGE: 'model' }],
    ['CONFLICT_JUDGE', 'an unknown judge', { CONFLICT_JUDGE: 'rules' }],
    ['LLM_TIMEOUT_MS', 'no time', { LLM_TIMEOUT_MS: '99' }],
    ['LLM_CONCURRENCY', 'no call at a time', { LLM_CONCURRENCY: '0' }],
    ['LLM_MAX_TOKENS', 'no room to write', { LLM_MAX_TOKENS: '63' }],
  ])('name %s where there is %s', (name, _, variables) => {
    expect(() => readEnv(variables)).toThrow(`${name} must`);
  });

  it('refuse a key that no header can carry, and do not repeat it', () => {
    const read = () => readEnv({ ...server, LLM_API_KEY: 'sk-1\nX: 2' });
    expect(read).toThrow('LLM_API_KEY');
    expect(read).not.toThrow('sk-1');
  });
});

describe('the variables of the file store', () => {
  const keys = { FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'secret' };
  const bucket = { FILES_S3_BUCKET: 'memories' };

  it('are a bucket, with or without keys and an address', () => {
    expect(readEnv(bucket)).toMatchObject(bucket);
    const whole = { ...bucket, ...keys, FILES_S3_ENDPOINT: 'http://localhost:9000' };
    expect(readEnv({ ...whole, FILES_S3_PATH_STYLE: 'true' })).toMatchObject(whole);
  });

  it.each([
    ['FILES_S3_BUCKET', 'keys without a bucket', keys],
    ['FILES_S3_BUCKET', 'an address without a bucket', { FILES_S3_ENDPOINT: 'http://localhost:9000' }],
    ['FILES_S3_SECRET_ACCESS_KEY', 'a key without its secret', { ...bucket, FILES_S3_ACCESS_KEY_ID: 'id' }],
    ['FILES_S3_ACCESS_KEY_ID', 'a secret without its key', { ...bucket, FILES_S3_SECRET_ACCESS_KEY: 's' }],
  ])('name %s where there are %s', (name, _, variables) => {
    expect(() => readEnv(variables)).toThrow(`${name} must`);
  });
});

describe('TRUSTED_PROXIES', () => {
  it.each([
    '',
    '10.0.0.0/8',
    '192.0.2.1, 2001:db8::/32',
    'loopback',
    'uniquelocal,linklocal',
    '::ffff:10.0.0.1/104',
  ])('may be "%s"', (TRUSTED_PROXIES) => {
    expect(readEnv({ TRUSTED_PROXIES }).TRUSTED_PROXIES).toBe(TRUSTED_PROXIES);
  });

  it.each([
    '*',
    'true',
    '1',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0',
    '10.0.0.0/',
    'proxy.example.com',
    '10.0.0.1,,10.0.0.2',
  ])('may not be "%s"', (TRUSTED_PROXIES) => {
    expect(() => readEnv({ TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES must be addresses or networks');
  });
});

describe('LOOPBACK_MANAGEMENT', () => {
  const off = { LOOPBACK_MANAGEMENT: 'false' };

  it('is on unless set', () => {
    expect(readEnv({}).LOOPBACK_MANAGEMENT).toBe(true);
  });

  it('cannot be off without a management credential, since no request could manage agents', () => {
    expect(() => readEnv(off)).toThrow('SERVICE_SECRET_KEY must be set when LOOPBACK_MANAGEMENT is false');
    const cloud = { BACKEND_MODE: 'cloud', BACKEND_URL: 'https://backend.example', BACKEND_API_KEY: 'key' };
    for (const credential of [{ SERVICE_SECRET_KEY: '0123456789abcdef' }, cloud]) {
      expect(readEnv({ ...off, ...credential }).LOOPBACK_MANAGEMENT).toBe(false);
    }
  });
});
