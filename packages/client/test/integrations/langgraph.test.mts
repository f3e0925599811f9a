import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentMemory } from '@agent-memory/client';
import { AgentMemoryStore } from '@agent-memory/client/langgraph';
import { Annotation, END, type LangGraphRunnableConfig, START, StateGraph } from '@langchain/langgraph';

const memory = new AgentMemory({ timeoutMs: 60_000, baseUrl: process.env.AGENT_MEMORY_URL ?? '' });

test('puts, gets, replaces and deletes items', async () => {
  const store = new AgentMemoryStore(memory);
  const namespace = ['lg-items', 'users', '7/8'];
  assert.equal(await store.get(namespace, 'theme'), null);
  await store.put(namespace, 'theme', { text: 'prefers light themes' });
  await store.put(namespace, 'theme', { text: 'prefers dark themes', level: 2 });
  const item = await store.get(namespace, 'theme');
  assert.deepEqual(item?.value, { text: 'prefers dark themes', level: 2 });
  assert.deepEqual([item.namespace, item.key], [namespace, 'theme']);
  assert.ok(item.createdAt instanceof Date);
  await store.put(['lg-items', 'users', '9'], 'theme', { text: 'no theme' });
  assert.equal((await memory.agents.get('lg-items')).memoryCount, 2);
  const plain = await memory.agent('lg-items').memories.list({ sourceRef: 'users/9/theme' });
  assert.deepEqual(plain.memories[0]?.tags, ['users', 'users/9']);
  await store.delete(namespace, 'theme');
  assert.equal(await store.get(namespace, 'theme'), null);
  await store.put(namespace, 'theme', { text: 'prefers dark themes', level: 2 });
  assert.deepEqual((await store.get(namespace, 'theme'))?.value, { text: 'prefers dark themes', level: 2 });
  // A title ends within an emoji.
  const text = `${'a'.repeat(99)}🚀 and more`;
  await store.put(namespace, 'long', { text });
  assert.deepEqual((await store.get(namespace, 'long'))?.value, { text });
});

test('searches below a prefix, by query and by filter', async () => {
  const store = new AgentMemoryStore(memory);
  await memory.agent('lg-search', { create: true }).remember('The cellar key is not an item of the store');
  for (let i = 0; i < 12; i++)
    await store.put(['lg-search', i < 6 ? 'a' : 'b'], `n${i}`, { text: `note number ${i}`, level: i });
  await store.put(['lg-search', 'a'], 'key', {
    text: 'the cellar key hangs behind the blue door',
    level: 99,
  });
  const found = await store.search(['lg-search', 'a'], { query: 'where is the cellar key?' });
  assert.equal(found[0]?.key, 'key');
  assert.ok((found[0].score ?? 0) > 0.2);
  assert.deepEqual(
    (await store.search(['lg-search', 'b'], { query: 'where is the cellar key?' })).map(({ key }) => key),
    [],
  );
  const some = await store.search(['lg-search'], { filter: { level: { $gte: 10, $lt: 12 } } });
  assert.deepEqual(some.map(({ key }) => key).sort(), ['n10', 'n11']);
  assert.deepEqual(
    (await store.search(['lg-search', 'a'], { filter: { level: 99 } })).map(({ key }) => key),
    ['key'],
  );
  const all = await store.search(['lg-search'], { limit: 20 });
  const paged = [
    ...(await store.search(['lg-search'], { limit: 10 })),
    ...(await store.search(['lg-search'], { limit: 10, offset: 10 })),
  ];
  assert.deepEqual(paged, all);
  assert.equal(all.length, 13);
});

test('lists namespaces', async () => {
  const store = new AgentMemoryStore(memory);
  for (const path of [['u', '1'], ['u', '2'], ['docs']])
    await store.put(['lg-spaces', ...path], 'k', { text: 'x' });
  const prefix = ['lg-spaces'];
  assert.deepEqual(await store.listNamespaces({ prefix }), [
    ['lg-spaces', 'docs'],
    ['lg-spaces', 'u', '1'],
    ['lg-spaces', 'u', '2'],
  ]);
  assert.deepEqual(await store.listNamespaces({ prefix, suffix: ['2'] }), [['lg-spaces', 'u', '2']]);
  assert.deepEqual(await store.listNamespaces({ prefix, maxDepth: 2, limit: 1, offset: 1 }), [
    ['lg-spaces', 'u'],
  ]);
});

test('holds namespaces in an agent of its choice, and the last write of a batch counts', async () => {
  const store = new AgentMemoryStore(memory, { agentOf: () => 'lg-one' });
  const namespace = ['tenant', 'x'];
  const results = await store.batch([
    { namespace, key: 'k', value: { n: 1 } },
    { namespace, key: 'k', value: { n: 2 } },
    { namespace, key: 'k' },
  ]);
  assert.equal(results[2], null);
  const item = await store.get(namespace, 'k');
  assert.deepEqual([item?.value, item?.namespace], [{ n: 2 }, namespace]);
  assert.deepEqual(await store.listNamespaces(), [namespace]);
});

test('is the store of a graph', async () => {
  const State = Annotation.Root({ question: Annotation<string>, answer: Annotation<string> });
  const answer = async ({ question }: typeof State.State, { store }: LangGraphRunnableConfig) => {
    const [best] = (await store?.search(['lg-graph', 'facts'], { query: question, limit: 1 })) ?? [];
    return { answer: String(best?.value.text ?? 'unknown') };
  };
  const graph = new StateGraph(State).addNode('reply', answer).addEdge(START, 'reply').addEdge('reply', END);
  const store = new AgentMemoryStore(memory);
  await store.put(['lg-graph', 'facts'], 'tea', { text: 'Tea is served at four' });
  const result = await graph.compile({ store }).invoke({ question: 'When is tea served?' });
  assert.equal(result.answer, 'Tea is served at four');
});
