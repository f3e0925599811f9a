import { Logger } from '@nestjs/common';
import { BackendClient } from '../../src/backend/http/protocol/backend-client';
import { backendHttp } from '../../src/backend/http/protocol/backend-http';
import type { BackendOptions } from '../../src/backend/http/protocol/backend-options';
import { testOptions } from './backend-options';
import { startFaultProxy, type FakeServer } from './fake-server';
import { ProtocolStub } from './protocol-stub';

const KEY = 'the-secret-key';

/** A server in the cloud that has one document `d0` in the namespace `space`, the way to it, and clients of it. */
export interface FaultyBackend {
  stub: ProtocolStub;
  proxy: FakeServer;
  /** A client whose calls take the way through the proxy. */
  clientWith(options?: Partial<BackendOptions>): BackendClient;
  /** A client that calls the server itself. */
  directClient(): BackendClient;
  /** What was logged; nothing of it is shown. */
  lines(): string[];
  close(): Promise<void>;
}

export async function startFaultyBackend(): Promise<FaultyBackend> {
  const stub = new ProtocolStub({ mode: 'cloud', spelling: 'new', apiKey: KEY });
  await stub.http.start();
  stub.put('space', [{ id: 'd0', text: 'the secret text' }]);
  const proxy = await startFaultProxy(stub.http.url);
  const levels = ['warn', 'error', 'log'] as const;
  const logged = levels.map((level) => jest.spyOn(Logger.prototype, level).mockReturnValue());
  const clients: BackendClient[] = [];
  const client = (options: BackendOptions) => {
    const made = new BackendClient(backendHttp(options), options);
    clients.push(made);
    return made;
  };
  return {
    stub,
    proxy,
    clientWith: (options = {}) => client({ ...testOptions(proxy.url, 'cloud', KEY), ...options }),
    directClient: () => client(testOptions(stub.http.url, 'cloud', KEY)),
    lines: () => logged.flatMap((spy) => spy.mock.calls.map((call: unknown[]) => String(call[0]))),
    close: async () => {
      clients.forEach((each) => each.close());
      await proxy.close();
      await stub.http.close();
      jest.restoreAllMocks();
    },
  };
}
