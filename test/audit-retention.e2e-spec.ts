import request from 'supertest';
import { ChainCheck, type Finding } from '../packages/cli/src/audit/chain-check';
import { AuditRetention } from '../src/audit/audit-retention.service';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { newSession, remember } from './support/agents';
import { maintain } from './support/maintenance';
import { uniqueId } from './support/sessions';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';

const DAY_MS = 86_400_000;
const MANY = 1_200;

const app = useTestApp({ env: { AUDIT_RETENTION_DAYS: 30 } });

async function linesOf(agentId: string, of: TestApp = app): Promise<string[]> {
  const response = await fetch(`${of.url}/api/v2/agents/${agentId}/audit/export`);
  return (await response.text()).trimEnd().split('\n');
}

function checked(lines: readonly string[]): { records: number; findings: Finding[] } {
  const check = new ChainCheck(new Map());
  for (const line of lines) check.add(line);
  const { records, findings } = check.result();
  return { records, findings };
}

/** A chain of two records and as many of memories. */
async function chainOf(memories: number, of: TestApp = app): Promise<{ agentId: string; chain: string }> {
  // Times of records are those of the database.
  of.clock.set(new Date());
  const session = await newSession(of, uniqueId());
  for (let n = 0; n < memories; n++) await remember(session, { content: `Fact ${n}` });
  expect(checked(await linesOf(session.agentId, of))).toEqual({ records: memories + 2, findings: [] });
  return { agentId: session.agentId, chain: `service_agent_${session.agentId}` };
}

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);

const prune = (days: number, of: TestApp = app) => of.app.get(AuditRetention).prune(daysFromNow(days));

const change = (statement: ReturnType<typeof sql>) => app.app.get(PrismaService).execute(statement);

describe('records that are too old', () => {
  it('are pruned from the front, and what is left is verified and continued', async () => {
    const { agentId } = await chainOf(3);
    await maintain(app);
    await prune(29);
    expect(checked(await linesOf(agentId)).records).toBe(5);
    app.clock.set(daysFromNow(31));
    await maintain(app);
    const lines = await linesOf(agentId);
    expect(checked(lines)).toEqual({ records: 1, findings: [] });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ anchor: { seq: 4 } });

    await request(app.url).patch(`/api/v2/agents/${agentId}`).send({ supersession: 'off' }).expect(200);
    expect(checked(await linesOf(agentId))).toEqual({ records: 2, findings: [] });
    await prune(31);
    expect(checked(await linesOf(agentId))).toEqual({ records: 1, findings: [] });
  });

  it('are pruned in slices, in all chains', async () => {
    const [one, other] = [await chainOf(1), await chainOf(1)];
    await change(sql`
      INSERT INTO audit_entries (chain, id, actor, operation, targets, count, digest, mac)
      SELECT ${one.chain}, gen_random_uuid(), 'a', 'remember', '[]', 0, '\\x00', '\\x00'
      FROM generate_series(1, ${MANY}::int)`);
    expect(checked(await linesOf(one.agentId)).records).toBe(MANY + 3);
    await prune(31);
    for (const { agentId } of [one, other]) expect(checked(await linesOf(agentId)).records).toBe(1);
  });

  it('stay in a chain that somebody changed', async () => {
    const { agentId, chain } = await chainOf(3);
    await change(sql`UPDATE audit_records SET actor = 'eve' WHERE chain = ${chain} AND seq = 2`);
    await prune(31);
    const { records, findings } = checked(await linesOf(agentId));
    expect(records).toBe(5);
    expect(findings).toContainEqual(expect.objectContaining({ seq: 2 }));
  });

  it('are missed when somebody else deletes them, also with a made-up anchor', async () => {
    const { agentId, chain } = await chainOf(3);
    await prune(31);
    await chainOf(0);
    await change(sql`UPDATE audit_heads SET anchor_seq = anchor_seq - 1 WHERE chain = ${chain}`);
    expect(checked(await linesOf(agentId)).findings).not.toEqual([]);
  });
});

it('records stay without the setting', async () => {
  const other = await startTestApp();
  try {
    const { agentId } = await chainOf(2, other);
    await prune(4_000, other);
    expect(checked(await linesOf(agentId, other))).toEqual({ records: 4, findings: [] });
  } finally {
    await other.close();
  }
});
