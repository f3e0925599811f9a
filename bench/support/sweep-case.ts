import { namespaceOf } from '../../src/agents/agent';
import { type AgentClient, createAgentApart } from './agent-client';
import type { Cleanup } from './cleanup';
import { createDatabase, runStatement } from './fresh-database';
import { fillMemories } from './memory-filler';
import { OneConnection } from './one-connection';
import { PROBE_FILE } from './process-probe';
import { seededRandom } from './random';
import { queryFrom, sentenceMaker } from './sentences';
import { startService, type ServiceProcess } from './service-process';
import type { SweepOptions } from './sweep-options';

const AGENT = 'bench-sweep';
const SEED = 20_261_121;
const QUERIES = 2_000;
const INDEX_BYTES_A_MEMORY = 800;
const LEAST_INDEX_MB = 256;

/** An agent with many memories, a part of them of a type that its policy lets expire. */
export interface SweepCase {
  service: ServiceProcess;
  agent: AgentClient;
  connection: OneConnection;
  /** Bodies of recalls. */
  bodies: readonly string[];
}

/** The filler's memories are facts of today; these are a month old, and some of them events. */
const AGED = (share: number): string => `
  CREATE FUNCTION bench_aged() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.created_at := NEW.created_at - interval '30 days';
    NEW.updated_at := NEW.created_at;
    IF (NEW.seq * 0.6180339887) % 1 < ${share} THEN NEW.type := 'event'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER bench_aged BEFORE INSERT ON memories FOR EACH ROW EXECUTE FUNCTION bench_aged()`;

export async function prepareSweep(
  server: string,
  { memories, share }: SweepOptions,
  cleanup: Cleanup,
): Promise<SweepCase> {
  const databaseUrl = await createDatabase(server, cleanup);
  const agent = await createAgentApart(databaseUrl, AGENT, cleanup);
  const random = seededRandom(SEED);
  await runStatement(databaseUrl, AGED(share));
  const fillings = [{ namespace: namespaceOf(AGENT), count: memories }];
  const sentences = await fillMemories(databaseUrl, fillings, sentenceMaker(random), random);
  await runStatement(databaseUrl, 'DROP TRIGGER bench_aged ON memories; CHECKPOINT');
  const indexMemoryMb = Math.max(LEAST_INDEX_MB, Math.ceil((memories * INDEX_BYTES_A_MEMORY) / 1_048_576));
  const service = await startService({ databaseUrl, indexMemoryMb, preload: [PROBE_FILE] }, cleanup);
  const connection = new OneConnection(service.url, agent.sessionToken);
  cleanup.add(() => connection.close());
  const bodies = Array.from({ length: QUERIES }, (_, at) => {
    const sentence = sentences[at % sentences.length] ?? '';
    return JSON.stringify({ query: queryFrom(sentence, random), limit: 10 });
  });
  return { service, agent, connection, bodies };
}
