import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { AgentMemory, type EventsReset, type MemoryEvent } from '../src/agent-memory.ts';

const app = useTestApp({ env: { WEBHOOK_PRIVATE_NETWORKS: true } });

/** Ends each stream of events after its first event about a memory, as a proxy may. */
const cutting: { streams: number; fetch: typeof fetch } = {
  streams: 0,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (!(input as string).includes('/events') || !response.body) return response;
    cutting.streams++;
    return new Response(response.body.pipeThrough(cutAfter('event: memory.')), response);
  },
};

function cutAfter(text: string): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      if (new TextDecoder().decode(chunk).includes(text)) controller.terminate();
    },
  });
}

async function take(events: AsyncIterable<MemoryEvent | EventsReset>, count: number): Promise<MemoryEvent[]> {
  const taken: MemoryEvent[] = [];
  for await (const event of events) {
    taken.push(event as MemoryEvent);
    if (taken.length === count) break;
  }
  return taken;
}

describe('events', () => {
  it('come as they happen, also across streams that are cut off', async () => {
    const memory = new AgentMemory({ baseUrl: app.url, fetch: cutting.fetch });
    const agent = memory.agent(uniqueId(), { create: true });
    const ids: string[] = [];
    const writing = (async () => {
      for (let at = 0; at < 3; at++) {
        ids.push((await agent.remember(`Fact ${at}`)).memoryId ?? '');
        await new Promise((resolve) => setTimeout(resolve, 1_200));
      }
    })();
    const events = await take(agent.events({ since: '2000-01-01' }), 3);
    await writing;
    expect(events.map(({ kind }) => kind)).toEqual(Array(3).fill('memory.created'));
    expect(events.flatMap(({ memoryIds }) => memoryIds)).toEqual(ids);
    expect(events[0]?.at).toBeInstanceOf(Date);
    expect(cutting.streams).toBeGreaterThan(1);
  });

  it('end with what there is where nothing is followed, or when the caller stops', async () => {
    const agent = new AgentMemory({ baseUrl: app.url }).agent(uniqueId(), { create: true });
    await agent.remember('Likes tea');
    await agent.remember('Likes milk');
    const all = await take(agent.events({ follow: false }), Infinity);
    expect(all).toHaveLength(2);
    expect(await take(agent.events({ follow: false, since: all[0]!.id }), Infinity)).toEqual([all[1]]);
    const stopped = new AbortController();
    const following = take(agent.events({ signal: stopped.signal }), 1);
    setTimeout(() => stopped.abort(), 200);
    await expect(following).rejects.toThrow(/abort/i);
  });
});

describe('traces', () => {
  it('come as they happen, after the setting', async () => {
    const agent = new AgentMemory({ baseUrl: app.url }).agent(uniqueId(), { create: true });
    await agent.remember('Likes tea');
    const events = agent.traces.follow({ since: '2000-01-01' });
    const ready: unknown = (await events.next()).value;
    expect(ready).toMatchObject({ kind: 'ready', trace: 'ids' });
    await agent.recall('Who likes tea?');
    const trace: unknown = (await events.next()).value;
    expect(trace).toMatchObject({ kind: 'trace', mode: 'recall', query: null, at: expect.any(Date) as Date });
    await events.return(undefined);
  });
});

describe('webhooks', () => {
  it('are added, listed, changed and removed', async () => {
    const { webhooks } = new AgentMemory({ baseUrl: app.url });
    const { webhookId, secret } = await webhooks.create({ url: 'https://hooks.invalid/', agents: ['none'] });
    expect(secret).toMatch(/^whsec_/);
    expect((await webhooks.list()).webhooks).toMatchObject([{ webhookId, status: 'active' }]);
    expect(await webhooks.update(webhookId, { status: 'paused' })).toMatchObject({
      pauseReason: 'requested',
    });
    expect(await webhooks.deliveries(webhookId)).toEqual({ deliveries: [], nextCursor: null });
    await webhooks.remove(webhookId);
    expect((await webhooks.list()).count).toBe(0);
  });
});
