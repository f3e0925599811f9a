import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './cleanup';
import type { LoadTarget } from './load-phase';
import type { ServiceProcess } from './service-process';

/** Whom a service tells of the agent that is written to: only while it is measured, so that others are left alone. */
export interface Subscribers {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Reads the agent's stream of events. */
export function streamReader(target: LoadTarget): Subscribers {
  let stop = new AbortController();
  return {
    start: async () => {
      stop = new AbortController();
      const path = target.paths.remember.replace(/remember$/, 'events');
      const headers = { 'X-Session-Token': target.tokens.remember };
      const response = await fetch(`${target.url}${path}`, { headers, signal: stop.signal });
      if (!response.ok) throw new Error(`The stream of events answered ${response.status}`);
      void response.body?.pipeTo(new WritableStream()).catch(() => undefined);
    },
    stop: () => Promise.resolve(stop.abort()),
  };
}

/** A webhook for all events, whose receiver answers at once. Needs WEBHOOK_PRIVATE_NETWORKS. */
export async function webhookReceiver(
  { url, key }: Pick<ServiceProcess, 'url' | 'key'>,
  cleanup: Cleanup,
): Promise<Subscribers> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => void receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const call = async (method: string, path: string, body: object): Promise<Response> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/api/v2/webhooks${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} webhooks answered ${response.status}`);
    return response;
  };
  const created = await call('POST', '', { url: `http://127.0.0.1:${port}/` });
  const { webhook_id: id } = (await created.json()) as { webhook_id: string };
  await call('PATCH', `/${id}`, { status: 'paused' });
  const become = async (status: 'active' | 'paused'): Promise<void> => {
    await call('PATCH', `/${id}`, { status });
  };
  return { start: () => become('active'), stop: () => become('paused') };
}
