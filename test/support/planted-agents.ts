import * as fc from 'fast-check';
import { contentKey, Fingerprints } from '../../src/backend/fingerprints';
import type { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import { TEST_SECRET_KEY } from './database-store';

const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const text = fc.string({
  unit: fc.constantFrom('a', 'B', ' ', 'é', '🎈', '\n', '\r', '\t', '\u2028', '"', '\\', "'", '{', '漢'),
  maxLength: 60,
});

const fingerprints = new Fingerprints({ SERVICE_SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: '' });

export interface Given {
  content: string;
  title: string;
  confidence: number;
  tags: string[];
  isExpired: boolean;
  isDeleted: boolean;
  at: Date;
  former: unknown;
  edits: number;
}

const memory: fc.Arbitrary<Given> = fc.record({
  content: text,
  title: text,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  tags: fc.array(text, { maxLength: 3 }),
  isExpired: fc.boolean(),
  isDeleted: fc.boolean(),
  at: instant,
  former: fc.jsonValue({ stringUnit: fc.constantFrom('x', '\n', '"', 'é') }).map((value) => ({ value })),
  edits: fc.integer({ min: 0, max: 3 }),
});

/** An agent with these memories, and with more than a page of some other things. */
export async function plantAgent(
  db: PrismaService,
  agentId: string,
  memories: readonly Given[],
): Promise<void> {
  await db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, description, created_at, last_session, session_count)
    VALUES (${agentId}, ${`ns_${agentId}`}, 'tool', ${memories[0]?.title ?? null}, '2026-01-01T00:00:00.123456Z',
      '2026-02-01T00:00:00.5Z', 3)`);
  await plantNamespace(db, `ns_${agentId}`, memories);
  await db.execute(sql`
    INSERT INTO policies VALUES (${agentId}, ${'{"version": 1, "retention": {},\n "rules": [],"purge_expired_after":"never"}'}::json, now())`);
  await db.execute(sql`
    INSERT INTO sweeps (sweep_id, agent_id, kind, cause, status, evaluated_at, per_rule)
    SELECT gen_random_uuid(), ${agentId}, 'sweep', 'manual', 'completed', now(), '{"a":1}'
    FROM generate_series(1, 3)`);
  await db.execute(sql`
    INSERT INTO files (file_id, agent_id, session_id, file_name, file_size, sha256, status, chunks, progress,
      error, created_at)
    SELECT gen_random_uuid(), ${agentId}, 's', ${'ä\n.pdf'}, 9007199254740993, decode(md5(i::text), 'hex'), 'failed',
      1, 0.1, 'why', now() FROM generate_series(1, 3) i`);
  await db.execute(sql`
    INSERT INTO conflict_rows (agent_id, date, index, type, title, description, recommendation, old_memory_id,
      new_memory_id, generated_by, created_at)
    SELECT ${agentId}, '2026-03-04', i, 'update', 't', 'd', 'r', gen_random_uuid(), gen_random_uuid(), 'rules', now()
    FROM generate_series(0, 250) i`);
  await db.execute(sql`
    INSERT INTO memory_links (agent_id, link_id, newer_id, older_id, kind, certainty, found_by, state, former_to,
      ended_at, made_at, changed_at, changed_by)
    SELECT ${agentId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'update', 0.1, 'client', 'applied',
      '2026-03-04T05:06:07.008Z', '2026-02-04T05:06:07.008Z', now(), now(), 'me' FROM generate_series(1, 3)`);
}

export async function plantNamespace(
  db: PrismaService,
  name: string,
  memories: readonly Given[],
): Promise<void> {
  await db.execute(sql`
    INSERT INTO namespaces (name, created_at, language) VALUES (${name}, '2026-01-01T00:00:00.123Z', 'german')`);
  for (const given of memories) await plantMemory(db, name, given);
}

export async function plantMemory(db: PrismaService, name: string, given: Given): Promise<void> {
  const { content, title, confidence, tags, isExpired, at } = given;
  await db.execute(sql`
    WITH stored AS (
      INSERT INTO memories (namespace_id, id, title, title_derived, content, content_key, type, confidence, tags,
        source, provenance, actor_id, status, expired_at, expired_by, created_at, updated_at)
      SELECT n.id, gen_random_uuid(), ${title}, false, ${content}, ${contentKey(content)}::text::bigint, 'fact',
        ${confidence}::float8, ${tags}::text[], 'api', 'observed', 'me', ${isExpired ? 'expired' : 'active'},
        ${isExpired ? at : null}::timestamptz, ${isExpired ? 'why' : null}, ${at}::timestamptz, ${at}::timestamptz
      FROM namespaces n WHERE n.name = ${name} RETURNING namespace_id, id
    )
    INSERT INTO memory_history (namespace_id, memory_id, at, event, session_id, by, former)
    SELECT s.namespace_id, s.id, ${at}::timestamptz, 'edited', 's', 'me', ${JSON.stringify(given.former)}::jsonb
    FROM stored s CROSS JOIN generate_series(1, ${given.edits}::int)`);
  if (given.isDeleted) await plantDeletion(db, name, given);
}

/** As the deletion of memories does it, to all that say the same. */
async function plantDeletion(db: PrismaService, name: string, { content }: Given): Promise<void> {
  const [fingerprint] = await fingerprints.of([contentKey(content)]);
  await db.execute(sql`
    WITH gone AS (
      DELETE FROM memories m USING namespaces n
      WHERE n.name = ${name} AND m.namespace_id = n.id AND m.content = ${content} RETURNING m.*
    ), marked AS (
      INSERT INTO deleted_fingerprints (namespace_id, fingerprint)
      SELECT DISTINCT namespace_id, decode(${fingerprint}, 'hex') FROM gone ON CONFLICT DO NOTHING
    )
    INSERT INTO memory_history (namespace_id, memory_id, at, event, by)
    SELECT namespace_id, id, now(), 'deleted', 'me' FROM gone`);
}

/** Always the same ones for a seed. */
export function someMemories(count: number, seed: number): Given[] {
  return fc.sample(memory, { numRuns: count, seed });
}
