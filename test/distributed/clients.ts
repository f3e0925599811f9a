import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { ERAS, ToolCaller } from '../support/mcp-clients';
import { isSigned, WebhookReceiver } from '../support/webhook-receiver';
import { Agent } from './main-path';

interface Service {
  url: string;
}

/** Webhooks, tools of MCP and a change of a setting. `services`: two replicas, which may call addresses of this machine. */
export async function servesClients(services: readonly Service[], id: string): Promise<void> {
  await callsWebhook(services, `${id}-called`);
  const [service] = services;
  assert.ok(service);
  await answersTools(service, `${id}-tools`);
  await changesSetting(services);
}

/** Each memory is delivered once, with a signature, by whichever replica. */
async function callsWebhook([one, two]: readonly Service[], id: string): Promise<void> {
  assert.ok(one && two);
  const receiver = await WebhookReceiver.start();
  try {
    const agent = await Agent.open(one.url, id);
    const hook = await send('POST', `${one.url}/api/v2/webhooks`, {
      url: receiver.url,
      agents: [id],
      events: ['memory.created', 'memory.expired'],
    });
    const stored = await agent.remember('Ships are painted in May');
    const other = await agent.at(two.url).remember('Masts are of spruce');
    await agent.post(`memories/${stored}/expire`, {});
    await eventually(
      () => receiver.memoryIds.length,
      (count) => count === 3,
    );
    assert.deepEqual(receiver.memoryIds.sort(), [stored, stored, other].sort());
    assert.ok(receiver.calls.every((call) => isSigned(call, String(hook.secret))));
    const path = `${two.url}/api/v2/webhooks/${String(hook.webhook_id)}`;
    await eventually(
      async () => (await send('GET', `${path}/deliveries`)).deliveries as { state: string }[],
      (deliveries) => deliveries.length === 3 && deliveries.every(({ state }) => state === 'delivered'),
    );
    await send('DELETE', path);
  } finally {
    receiver.close();
  }
}

async function answersTools(service: Service, id: string): Promise<void> {
  await Agent.open(service.url, id);
  for (const [era, connect] of Object.entries(ERAS)) {
    const client = await connect(service, { path: `/mcp/agents/${id}` });
    try {
      const tools = await ToolCaller.of(client);
      const { memory_id: stored } = await tools.call('remember', {
        content: `The ${era} ferry leaves at noon`,
      });
      const found = await tools.call('recall', { query: `${era} ferry` });
      assert.match(JSON.stringify(found), new RegExp(`The ${era} ferry leaves at noon`));
      await tools.call('update', { memory_id: stored, content: `The ${era} ferry leaves at ten` });
      assert.match(JSON.stringify(await tools.call('recent')), new RegExp(`The ${era} ferry leaves at ten`));
      await tools.call('forget', { memory_id: stored });
    } finally {
      await client.close();
    }
  }
}

/** It holds on the other replica too. */
async function changesSetting([one, two]: readonly Service[]): Promise<void> {
  assert.ok(one && two);
  const path = '/api/ui/config';
  const limit = async () => {
    const { settings } = await send('GET', `${two.url}${path}`);
    return (settings as Record<string, { value: unknown }>)['recall.limit']?.value;
  };
  await send('PATCH', `${one.url}${path}`, { 'recall.limit': 7 });
  await eventually(limit, (value) => value === 7);
  await send('PATCH', `${one.url}${path}`, { 'recall.limit': null });
  await eventually(limit, (value) => value === 10);
}

async function send(method: string, url: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${url}: ${response.status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
}
