import { Logger } from '@nestjs/common';
import { ProtocolStub } from '../../../../test/support/protocol-stub';
import { Env } from '../../../config/env';
import { backendOptions } from './backend-options';
import { connectBackend } from './connect-backend';

const env = (values: Partial<Env>): Env => Object.assign(new Env(), values);

describe('connecting to the backend', () => {
  let stub: ProtocolStub;
  let keyless: ProtocolStub;

  beforeAll(async () => {
    stub = new ProtocolStub({ mode: 'cloud', spelling: 'new', apiKey: 'right' });
    keyless = new ProtocolStub({ mode: 'on-prem', spelling: 'new' });
    await Promise.all([stub.http.start(), keyless.http.start()]);
  });
  afterAll(() => Promise.all([stub.http.close(), keyless.http.close()]));
  beforeEach(() => jest.spyOn(Logger.prototype, 'warn').mockReturnValue());
  afterEach(() => jest.restoreAllMocks());

  const cloud = (key: string | null) =>
    connectBackend(env({ BACKEND_MODE: 'cloud', BACKEND_URL: stub.http.url, BACKEND_API_KEY: key }));
  const onPrem = (url: string) => connectBackend(env({ BACKEND_MODE: 'on-prem', BACKEND_URL: url }));

  it('is nothing in embedded mode', async () => {
    expect(await connectBackend(new Env())).toBeNull();
  });

  it('works with the right key, and on-prem without one', async () => {
    for (const client of [await cloud('right'), await onPrem(keyless.http.url)]) {
      await client?.ping();
      client?.close();
    }
    expect(keyless.to('/health')).toHaveLength(2);
  });

  it('says that the key is not configured, or invalid', async () => {
    await expect(cloud(null)).rejects.toThrow('BACKEND_API_KEY is not configured');
    await expect(cloud('wrong')).rejects.toThrow('BACKEND_API_KEY is invalid');
    await expect(cloud('wrong')).rejects.not.toThrow('wrong');
  });

  it('says on-prem that the backend wants a key', async () => {
    await expect(onPrem(stub.http.url)).rejects.toThrow('asks for a key: set BACKEND_MODE to cloud');
  });

  it('says that the backend cannot be reached, by the name of the variable', async () => {
    const closed = new ProtocolStub({ mode: 'on-prem', spelling: 'old' });
    await closed.http.start();
    const { url } = closed.http;
    await closed.http.close();
    await expect(onPrem(url)).rejects.toThrow('BACKEND_URL cannot be reached');
    await expect(onPrem(url)).rejects.not.toThrow('127.0.0.1');
  });

  it('has 30 seconds a call in the cloud and 300 on-prem, unless a setting says otherwise', () => {
    expect(backendOptions(new Env(), 'cloud').timeoutMs).toBe(30_000);
    expect(backendOptions(new Env(), 'on-prem').timeoutMs).toBe(300_000);
    expect(backendOptions(env({ BACKEND_TIMEOUT_MS: 500 }), 'on-prem')).toMatchObject({
      timeoutMs: 500,
      pingTimeoutMs: 500,
      url: 'http://localhost:8080',
    });
    expect(backendOptions(env({ BACKEND_URL: 'https://host/path//' }), 'cloud').url).toBe(
      'https://host/path',
    );
  });

  it('sends the key nowhere on-prem', () => {
    expect(backendOptions(env({ BACKEND_API_KEY: 'right' }), 'on-prem').apiKey).toBeNull();
  });
});
