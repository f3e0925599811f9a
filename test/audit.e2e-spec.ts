import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import request from 'supertest';
import { ChainCheck, type Finding } from '../packages/cli/src/audit/chain-check';
import { AuditSealer } from '../src/audit/audit-sealer.service';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession } from './support/agents';
import { eventually } from './support/eventually';
import { createKey } from './support/keys';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const app = useTestApp();
const database = () => app.app.get(PrismaService);

interface Shown {
  seq: number;
  actor: string;
  operation: string;
  targets: { kind: string; ids: string[] }[];
  count: number;
}

async function auditOf(agentId: string, query: object = {}): Promise<Shown[]> {
  const { body } = await request(app.url).get(`/api/v2/agents/${agentId}/audit`).query(query).expect(200);
  return (body as { records: Shown[] }).records;
}

async function linesOf(agentId: string): Promise<string[]> {
  const { text } = await request(app.url)
    .get(`/api/v2/agents/${agentId}/audit/export`)
    .buffer(true)
    .parse((response, done) => {
      const lines: string[] = [];
      const reading = createInterface({ input: response as unknown as Readable });
      reading.on('line', (line) => lines.push(line)).on('close', () => done(null, lines));
    })
    .expect(200)
    .then(({ body }) => ({ text: body as string[] }));
  return text;
}

function findingsOf(lines: readonly string[]): Finding[] {
  const check = new ChainCheck(new Map());
  for (const line of lines) check.add(line);
  return check.result().findings;
}

async function chainOfFour(): Promise<{ agentId: string; chain: string }> {
  const session = await newSession(app, uniqueId());
  for (const content of ['one', 'two']) await session.call('post', 'remember').send({ content }).expect(200);
  expect((await auditOf(session.agentId)).length).toBe(4);
  return { agentId: session.agentId, chain: `service_agent_${session.agentId}` };
}

describe('the audit chain', () => {
  it('has one record of each write, with who wrote it and what', async () => {
    const session = await newSession(app, uniqueId());
    const { body } = await session.call('post', 'remember').send({ content: 'The sky is blue' }).expect(200);
    const { memory_id: id } = body as { memory_id: string };
    await session.call('patch', `memories/${id}`).send({ content: 'The sky is grey' }).expect(200);
    await session.call('delete', `memories/${id}`).expect(200);
    const rows = Array.from({ length: 100 }, (_, at) => ({ content: `Fact ${at}` }));
    await session.call('post', 'batch-remember').send({ memories: rows }).expect(200);

    const records = await auditOf(session.agentId);

    expect(records.map(({ operation }) => operation)).toEqual([
      'rememberMany',
      'deleteMemory',
      'editMemory',
      'remember',
      'activate',
      'createAgent',
    ]);
    expect(records.map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(records[0]).toMatchObject({ actor: session.agentId, count: 100 });
    expect(records[1]).toMatchObject({ targets: [{ kind: 'memory', ids: [id] }] });
    expect(JSON.stringify(records)).not.toContain('sky');
    expect(findingsOf(await linesOf(session.agentId))).toEqual([]);
  });

  it('names the key that wrote, and filters by actor, operation and target', async () => {
    const session = await newSession(app, uniqueId());
    const key = await createKey(app, { name: 'ci', agents: [session.agentId], access: 'write' });
    const { body } = await key
      .call(session.agentId, 'post', 'remember')
      .send({ content: 'By a key' })
      .expect(200);
    const { memory_id: target } = body as { memory_id: string };

    for (const query of [{ actor: 'key:ci' }, { operation: 'remember' }, { target }])
      expect(await auditOf(session.agentId, query)).toEqual([
        expect.objectContaining({ actor: 'key:ci', operation: 'remember' }),
      ]);
    expect(await auditOf(session.agentId, { target: uniqueId() })).toEqual([]);
  });

  it('outlives its agent and goes on with the next of its id', async () => {
    const session = await newSession(app, uniqueId());
    await request(app.url).delete(`/api/v2/agents/${session.agentId}`).query({ cascade: true });
    await newSession(app, session.agentId);

    const records = await auditOf(session.agentId);

    expect(records.map(({ operation }) => operation).slice(0, 3)).toEqual([
      'activate',
      'createAgent',
      'deleteAgent',
    ]);
    expect(findingsOf(await linesOf(session.agentId))).toEqual([]);
  });

  it('counts refused requests in few records', async () => {
    const tries = Array.from({ length: 20 }, () =>
      request(app.url).get('/api/v2/keys').set('Authorization', 'Bearer amk_wrong').expect(401),
    );
    await Promise.all(tries);
    const refused = async () => {
      const { body } = await request(app.url)
        .get('/api/v2/audit')
        .query({ operation: 'refused' })
        .expect(200);
      return (body as { records: Shown[] }).records;
    };
    const records = await eventually(refused, (found) => found.length > 0);
    expect(records.length).toBeLessThan(3);
    expect(JSON.stringify(records)).not.toContain('amk_wrong');
  });
});

describe('a chain that somebody changed with SQL', () => {
  const change = (statement: ReturnType<typeof sql>) => database().execute(statement);

  it.each([
    [
      'an actor',
      3,
      (chain: string) => sql`UPDATE audit_records SET actor = 'eve' WHERE chain = ${chain} AND seq = 3`,
    ],
    [
      'a digest',
      2,
      (chain: string) => sql`UPDATE audit_records SET digest = '\\x00' WHERE chain = ${chain} AND seq = 2`,
    ],
    [
      'a time',
      4,
      (chain: string) =>
        sql`UPDATE audit_records SET at = at - interval '1 s' WHERE chain = ${chain} AND seq = 4`,
    ],
    [
      'a removed record',
      3,
      (chain: string) => sql`DELETE FROM audit_records WHERE chain = ${chain} AND seq = 2`,
    ],
    [
      'a swapped pair',
      2,
      (
        chain: string,
      ) => sql`UPDATE audit_records r SET actor = o.actor, operation = o.operation, id = o.id, targets = o.targets
        FROM audit_records o WHERE r.chain = ${chain} AND o.chain = r.chain AND r.seq + o.seq = 5 AND r.seq IN (2, 3)`,
    ],
  ])('is found: %s', async (_, seq, statement) => {
    const { agentId, chain } = await chainOfFour();
    await change(statement(chain));
    expect(findingsOf(await linesOf(agentId))).toContainEqual(expect.objectContaining({ seq }));
  });

  it('is found: the end cut off, with the head that it would have had', async () => {
    const { agentId, chain } = await chainOfFour();
    await change(sql`DELETE FROM audit_records WHERE chain = ${chain} AND seq = 4`);
    expect(findingsOf(await linesOf(agentId))).toHaveLength(1);
    await change(sql`UPDATE audit_heads h SET seq = 3, hash = r.hash FROM audit_records r
      WHERE h.chain = ${chain} AND r.chain = ${chain} AND r.seq = 3`);
    expect(findingsOf(await linesOf(agentId))).toEqual([
      { seq: null, id: null, problem: 'the signature of the head is wrong' },
    ]);
  });

  it('is not continued, and the head of a forger is not signed', async () => {
    const session = await newSession(app, uniqueId());
    const chain = `service_agent_${session.agentId}`;
    await auditOf(session.agentId);
    await change(sql`UPDATE audit_records SET hash = '\\x01' WHERE chain = ${chain} AND seq = 2`);
    await session.call('post', 'remember').send({ content: 'later' }).expect(200);
    await auditOf(session.agentId);
    expect(app.app.get(AuditSealer).problems()).toContainEqual({
      chain,
      cause: 'record 2 is not the one of its head',
    });
    const { text } = await request(app.url).get('/metrics').expect(200);
    expect(text).toMatch(/^audit_broken_chains 1$/m);
    expect(text).toMatch(/^audit_unsealed_records [1-9]/m);
    expect(text).toMatch(/^audit_unsealed_age_seconds \d/m);
  });

  it('is found: an entry changed before it got its place', async () => {
    const { agentId, chain } = await chainOfFour();
    await change(sql`
      INSERT INTO audit_entries (chain, id, actor, operation, targets, count, digest, mac)
      VALUES (${chain}, gen_random_uuid(), 'eve', 'remember', '[]', 0, '\\x00', '\\x00')`);
    expect(findingsOf(await linesOf(agentId))).toEqual([
      expect.objectContaining({ seq: 5, problem: 'changed before it got its place' }),
    ]);
  });
});

describe('an export that somebody changed', () => {
  it('is found, line by line', async () => {
    const { agentId } = await chainOfFour();
    const lines = await linesOf(agentId);
    const [header = '', one = '', two = '', three = '', four = '', head = ''] = lines;
    const forged = head.replace(/"hash":"[0-9a-f]{64}"/, `"hash":"${'1'.repeat(64)}"`);
    expect(findingsOf(lines)).toEqual([]);
    expect(findingsOf([header, one, three, four, head])).not.toEqual([]);
    expect(findingsOf([header, one, three, two, four, head])).not.toEqual([]);
    expect(findingsOf([header, one, two, two, three, four, head])).not.toEqual([]);
    expect(findingsOf([header, one, two.replace('activate', 'recall'), three, four, head])).toContainEqual(
      expect.objectContaining({ seq: 2 }),
    );
    expect(findingsOf([header, one, two, three, head])).not.toEqual([]);
    expect(findingsOf([header, one, two, three, four])).not.toEqual([]);
    expect(findingsOf([header, one, two, three, four, forged])).not.toEqual([]);
    expect(findingsOf([one, two, three, four, head])).not.toEqual([]);
  });
});
