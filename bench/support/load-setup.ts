import { namespaceOf } from '../../src/agents/agent';
import { AgentClient } from './agent-client';
import { startCeiling } from './ceiling-process';
import type { Cleanup } from './cleanup';
import { runStatement } from './fresh-database';
import type { LoadKind } from './load-options';
import type { LoadTarget } from './load-phase';
import { startProgress } from '../../src/common/progress';
import { ProcessProbe } from './process-probe';
import { queryFrom, sentenceMaker } from './sentences';
import { seededRandom } from './random';
import type { ServiceProcess } from './service-process';

const READER = 'bench-recall';
const WRITER = 'bench-remember';
const BATCH = 100;
const BODIES = 2_000;
/** The service's default DATABASE_POOL_SIZE. */
const POOL_SIZE = 10;
const SEED = 20_261_121;

/** Bodies of requests, cycled through by each connection. */
export type LoadBodies = Readonly<Record<LoadKind, readonly string[]>>;

export interface LoadSetup {
  service: LoadTarget;
  /** The same requests, with a key instead of session tokens. */
  key: LoadTarget;
  bodies: LoadBodies;
}

/** Two agents: one to recall from, with so many memories, which stay as they are; one to write to. */
export async function prepareService(service: ServiceProcess, memories: number): Promise<LoadSetup> {
  const random = seededRandom(SEED);
  const sentence = sentenceMaker(random);
  const sentences = Array.from({ length: memories }, sentence);
  const reader = await AgentClient.create(service.url, service.key, READER);
  const writer = await AgentClient.create(service.url, service.key, WRITER);
  await seed(reader, sentences);
  const queries = Array.from({ length: BODIES }, () =>
    queryFrom(sentences[Math.floor(random() * sentences.length)] ?? '', random),
  );
  await reader.recall(queries[0] ?? '', 10);
  const target: LoadTarget = {
    name: 'service',
    url: service.url,
    paths: { remember: `${writer.path}/remember`, recall: `${reader.path}/recall` },
    tokens: { remember: writer.sessionToken, recall: reader.sessionToken },
    probe: new ProcessProbe(service.child),
  };
  const key = await writer.createKey([READER, WRITER]);
  return {
    service: target,
    key: {
      ...target,
      name: 'key',
      tokens: { remember: '', recall: '' },
      headers: { Authorization: `Bearer ${key}` },
    },
    bodies: {
      remember: Array.from({ length: BODIES }, () => JSON.stringify({ content: sentence() })),
      recall: queries.map((query) => JSON.stringify({ query, limit: 10 })),
    },
  };
}

/** The ceiling reads the same memories as the service, and writes into the same table. */
export async function prepareCeiling(databaseUrl: string, cleanup: Cleanup): Promise<LoadTarget> {
  // What autovacuum would do some time after so many inserts, perhaps in the middle of one of the phases.
  await runStatement(databaseUrl, 'VACUUM (ANALYZE) memories');
  const namespaces = { read: namespaceOf(READER), write: namespaceOf(WRITER) };
  const { url, child } = await startCeiling(databaseUrl, namespaces, POOL_SIZE, cleanup);
  return {
    name: 'ceiling',
    url,
    paths: { remember: '/remember', recall: '/recall' },
    tokens: { remember: '', recall: '' },
    probe: new ProcessProbe(child),
  };
}

async function seed(agent: AgentClient, sentences: readonly string[]): Promise<void> {
  const progress = startProgress('Storing memories', sentences.length);
  for (let start = 0; start < sentences.length; start += BATCH) {
    const batch = sentences.slice(start, start + BATCH);
    await agent.rememberBatch(batch);
    progress.step(batch.length);
  }
  progress.stop();
}
