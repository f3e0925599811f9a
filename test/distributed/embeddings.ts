import assert from 'node:assert/strict';
import { startEmbeddingServer, type EmbeddingServer } from '../support/embedding-server';
import { eventually } from '../support/eventually';
import type { ServiceProcess } from '../support/service-process';
import type { CitusCluster } from './citus-cluster';
import { Agent } from './main-path';

const LIMIT_MS = 60_000;

/** A service with these variables. */
type Start = (name: string, variables: Record<string, string>) => Promise<ServiceProcess>;

interface Counts {
  memories: number;
  embedded: number;
  waiting: number;
  models: number;
}

/** All memories get vectors, also those from before the model, and are recalled by them; then the same with another model. */
export async function embedsMemories(cluster: CitusCluster, start: Start, early: string): Promise<void> {
  const server = await startEmbeddingServer();
  try {
    const service = await start('embedding', variablesOf(server, 'hash-64'));
    await allEmbedded(cluster);
    assert.equal(await retrieval(await Agent.open(service.url, early), 'Where is the office?'), 'hybrid');
    await newMemories(cluster, service.url);
    await service.terminate();
    const next = await start('embedding', variablesOf(server, 'hash-32'));
    await eventually(
      () => countsOf(cluster, 'hash-32'),
      ({ models }) => models === 1,
      LIMIT_MS,
    );
    await allEmbedded(cluster, 'hash-32');
    assert.equal(await retrieval(await Agent.open(next.url, early), 'Where is the office?'), 'hybrid');
    await next.terminate();
  } finally {
    await server.close();
  }
}

/** Vectors of what is stored, edited and deleted while the service runs, by two agents. */
async function newMemories(cluster: CitusCluster, service: string): Promise<void> {
  const agents = [await Agent.open(service, 'embedded'), await Agent.open(service, 'embedded-2')] as const;
  const [id] = await Promise.all(agents.map((agent) => agent.remember('Eva lives in Oslo')));
  assert.ok(id);
  await allEmbedded(cluster);
  for (const agent of agents) assert.equal(await retrieval(agent, 'Where does Eva live?'), 'hybrid');
  const [agent, other] = agents;
  await agent.send('PATCH', `memories/${id}`, { content: 'Eva moved to Rome' });
  await allEmbedded(cluster);
  assert.equal(await retrieval(agent, 'When did Eva move?'), 'hybrid');
  await agent.send('DELETE', `memories/${id}`, undefined, [200, 204]);
  await allEmbedded(cluster);
  assert.deepEqual(await agent.recall('Where does Eva live?'), []);
  assert.deepEqual(await other.recall('Where does Eva live?'), ['Eva lives in Oslo']);
}

function variablesOf({ url }: EmbeddingServer, model: string): Record<string, string> {
  return {
    EMBEDDINGS_BASE_URL: url,
    EMBEDDINGS_MODEL: model,
    EMBEDDINGS_QUERY_TIMEOUT_MS: '5000',
  };
}

/** Until each memory has one vector, and none waits. */
async function allEmbedded(cluster: CitusCluster, model = 'hash-64'): Promise<void> {
  const counts = await eventually(
    () => countsOf(cluster, model),
    ({ memories, embedded, waiting }) => waiting === 0 && embedded === memories,
    LIMIT_MS,
  );
  assert.ok(counts.memories > 0);
}

async function countsOf(cluster: CitusCluster, model: string): Promise<Counts> {
  const [row] = await cluster.query<Counts>(`
    SELECT (SELECT count(*)::int FROM memories) AS memories,
      (SELECT count(*)::int FROM memory_embeddings e JOIN embedding_models w ON w.id = e.model_id AND w.name = '${model}') AS embedded,
      (SELECT count(*)::int FROM embedding_backlog) AS waiting, (SELECT count(*)::int FROM embedding_models) AS models`);
  assert.ok(row);
  return row;
}

async function retrieval(agent: Agent, query: string): Promise<unknown> {
  return (await agent.post('recall', { query })).retrieval;
}
