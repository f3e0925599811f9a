import { rm } from 'node:fs/promises';
import type { Env } from '../src/config/env';
import { newDataDir } from './support/embedded-template';
import { ProtocolStub } from './support/protocol-stub';
import { buildService, spawnService } from './support/service-process';

/** What the service prints, and its exit code. Ends it once it listens. */
async function started(settings: Partial<Env>): Promise<{ code: number | null; printed: string }> {
  const service = spawnService({ PORT: 0, ...settings });
  await service.listening.then(service.terminate, () => undefined);
  return { code: await service.ended, printed: service.printed() };
}

beforeAll(buildService);

describe('a service whose backend is another server', () => {
  let stub: ProtocolStub;
  let keyless: ProtocolStub;
  let dataDir: string;

  beforeAll(async () => {
    stub = new ProtocolStub({ mode: 'cloud', spelling: 'new', apiKey: 'the-right-key' });
    keyless = new ProtocolStub({ mode: 'on-prem', spelling: 'new' });
    await Promise.all([stub.http.start(), keyless.http.start()]);
    dataDir = await newDataDir();
  });
  afterAll(async () => {
    await Promise.all([stub.http.close(), keyless.http.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  const cloud = (key: string) =>
    started({ DATA_DIR: dataDir, BACKEND_MODE: 'cloud', BACKEND_URL: stub.http.url, BACKEND_API_KEY: key });
  const onPrem = (url: string) => started({ DATA_DIR: dataDir, BACKEND_MODE: 'on-prem', BACKEND_URL: url });

  it('does not start on-prem while the backend is away, and says so in a line', async () => {
    const { code, printed } = await onPrem('http://127.0.0.1:1');
    expect(code).toBe(1);
    expect(printed).toMatch(
      /^The service did not start: The backend of BACKEND_URL cannot be reached \(ECONNREFUSED\).*\n$/,
    );
    expect(printed).not.toContain('127.0.0.1');
  });

  it('does not start in the cloud without a key, or with a wrong one', async () => {
    const missing = await cloud('');
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.printed).toContain('BACKEND_API_KEY is not configured');
    const wrong = await cloud('a-wrong-key');
    expect(wrong).toMatchObject({ code: 1 });
    expect(wrong.printed).toMatch(/^The service did not start: BACKEND_API_KEY is invalid.*\n$/);
    expect(wrong.printed).not.toContain('a-wrong-key');
  });

  it('does not start on-prem where the backend asks for a key, and says what to set', async () => {
    const { code, printed } = await onPrem(stub.http.url);
    expect(code).toBe(1);
    expect(printed).toMatch(/^The service did not start: .* asks for a key: set BACKEND_MODE to cloud.*\n$/);
  });

  it('starts once it is there, and the key is right', async () => {
    for (const { code, printed } of [await onPrem(keyless.http.url), await cloud('the-right-key')]) {
      expect(printed).toContain('listening on');
      expect(printed).not.toContain('the-right-key');
      expect(code).toBe(0);
    }
  });
});
