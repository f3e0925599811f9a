import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { AuditChainsRepository } from './audit-chains.repository';
import { AuditKeys } from './audit-keys';
import { AuditLogRepository } from './audit-log.repository';
import { GENESIS, placeText, recordHash } from './audit-record';
import { AuditSealing, ChainBroken } from './audit-sealing';
import { AuditTrail, type AuditNote } from './audit-trail';
import { isSignature, SigningKey } from './signing-key';

let test: TestDatabase;
let chains: AuditChainsRepository;

beforeAll(async () => {
  test = await openTestDatabase();
  chains = new AuditChainsRepository(test.db);
});

afterAll(() => test.close());

/** A process of its own, as far as the chains go. */
function newReplica(env = test.store.env) {
  const trail = new AuditTrail(test.db, env);
  const key = new SigningKey(env);
  const keys = new AuditKeys(test.db, key);
  const sealing = new AuditSealing(chains, trail, key, keys);
  const seal = () => sealing.seal(7, []);
  return { trail, key, keys, seal };
}

function noteFor(chain: string, id: string): AuditNote {
  return {
    chain,
    operation: 'remember',
    actor: 'a',
    items: [{ kind: 'memory', id, event: 'created', fields: { content: 'secret words' } }],
  };
}

async function sealAll(seal: () => Promise<number>): Promise<void> {
  while ((await seal()) > 0);
}

/** The chain as it is stored, after a check of every link and of the head. */
async function checkedIds(chain: string, keys: AuditKeys): Promise<string[]> {
  const log = new AuditLogRepository(test.db);
  const records = await log.following(chain, 0, Number.MAX_SAFE_INTEGER, 10_000);
  let previous = GENESIS;
  for (const [at, record] of records.entries()) {
    expect(record).toMatchObject({ seq: at + 1, proven: true, hash: recordHash(record, previous) });
    previous = record.hash;
  }
  const head = (await log.ends(chain))?.head;
  expect(head).toMatchObject({ seq: records.length, hash: previous });
  const key = await keys.find(head!.keyId);
  expect(isSignature(placeText('head', chain, head!), head!.signature, key!)).toBe(true);
  return records.flatMap(({ targets }) => targets[0]?.ids ?? []);
}

describe('a chain', () => {
  it('has no gap and no fork with three processes that write and seal at once', async () => {
    const replicas = [newReplica(), newReplica(), newReplica()];
    const written = Array.from({ length: 200 }, (_, at) => `m${at}`);
    const work = written.map(async (id, at) => {
      const { trail, seal } = replicas[at % 3]!;
      await trail.record(noteFor('busy', id));
      await seal();
    });
    await Promise.all(work);
    await sealAll(replicas[0]!.seal);
    expect((await checkedIds('busy', replicas[1]!.keys)).sort()).toEqual([...written].sort());
  });

  it('keeps the order of writes that followed each other', async () => {
    const { trail, seal, keys } = newReplica();
    for (const id of ['first', 'second', 'third']) await trail.record(noteFor('ordered', id));
    await sealAll(seal);
    expect(await checkedIds('ordered', keys)).toEqual(['first', 'second', 'third']);
  });

  it('has nothing of a transaction that was rolled back, and one record of one that was not', async () => {
    const { trail, seal, keys } = newReplica();
    const failed = test.db.transaction(async () => {
      trail.note(noteFor('whole', 'lost'));
      await Promise.reject(new Error('no'));
    });
    await expect(failed).rejects.toThrow('no');
    await test.db.transaction(async () => {
      trail.note(noteFor('whole', 'one'));
      trail.note(noteFor('whole', 'two'));
      await test.db.ping();
    });
    await sealAll(seal);
    expect(await checkedIds('whole', keys)).toEqual(['one', 'two']);
    const stored = await test.db.query(sql`SELECT seq FROM audit_records WHERE chain = 'whole'`);
    expect(stored).toHaveLength(1);
  });

  it('keeps its entries when sealing breaks off, and seals them once afterwards', async () => {
    const { trail, seal, keys } = newReplica();
    await trail.record(noteFor('broken-off', 'kept'));
    const breaking = chains.sealing(async () => {
      await test.db.execute(sql`DELETE FROM audit_entries WHERE chain = 'broken-off'`);
      throw new Error('killed');
    });
    await expect(breaking).rejects.toThrow('killed');
    await sealAll(seal);
    expect(await checkedIds('broken-off', keys)).toEqual(['kept']);
  });

  it('goes on after sealing that was not committed, as when the database is killed', async () => {
    const { trail, seal, keys } = newReplica();
    await trail.record(noteFor('uncommitted', 'one'));
    const transaction = test.db.transaction.bind(test.db);
    jest.spyOn(test.db, 'transaction').mockImplementationOnce((work) =>
      transaction(async () => {
        await work();
        throw new Error('killed');
      }),
    );
    await expect(seal()).rejects.toThrow('killed');
    await sealAll(seal);
    expect(await checkedIds('uncommitted', keys)).toEqual(['one']);
  });

  it('is not continued after it was put back, or removed, under a process that sealed later', async () => {
    const { trail, seal } = newReplica();
    await trail.record(noteFor('removed', 'one'));
    await sealAll(seal);
    await test.db.execute(sql`DELETE FROM audit_records WHERE chain = 'removed'`);
    await test.db.execute(sql`DELETE FROM audit_heads WHERE chain = 'removed'`);
    await trail.record(noteFor('removed', 'two'));
    await expect(seal()).rejects.toThrow(ChainBroken);
    await test.db.execute(sql`DELETE FROM audit_entries WHERE chain = 'removed'`);
  });

  it('goes on under a new secret, whose key vouches for the one before', async () => {
    const before = newReplica();
    await before.trail.record(noteFor('rotated', 'one'));
    await sealAll(before.seal);
    await before.keys.adopt();
    const after = newReplica(
      Object.assign({}, test.store.env, { SERVICE_SECRET_KEY: 'another secret of 32 bytes or more' }),
    );
    await after.keys.adopt();
    await after.trail.record(noteFor('rotated', 'two'));
    await sealAll(after.seal);
    expect(await checkedIds('rotated', after.keys)).toEqual(['one', 'two']);
    const { keyId } = await before.key.load();
    expect(await after.keys.find(keyId)).not.toBeNull();
  });

  it('is not continued from a head that a key signed which somebody added', async () => {
    const { trail, seal } = newReplica();
    await trail.record(noteFor('forged', 'one'));
    await sealAll(seal);
    const forger = new SigningKey(
      Object.assign({}, test.store.env, { SERVICE_SECRET_KEY: 'the secret of somebody else entirely' }),
    );
    const { publicKey } = await forger.load();
    const [head] = await chains.heads(['forged']);
    const { keyId, signature } = await forger.sign(placeText('head', 'forged', head!));
    await test.db.execute(
      sql`INSERT INTO audit_keys (key_id, public_key) VALUES (${keyId}, decode(${publicKey}, 'hex'))`,
    );
    await test.db.execute(sql`
      UPDATE audit_heads SET key_id = ${keyId}, signature = decode(${signature}, 'hex') WHERE chain = 'forged'`);
    const other = newReplica();
    await other.trail.record(noteFor('forged', 'two'));
    await expect(other.seal()).rejects.toThrow('its head is not signed by this service');
    await test.db.execute(sql`DELETE FROM audit_entries WHERE chain = 'forged'`);
  });

  it('holds no content', async () => {
    const rows = await test.db.query<{ row: string }>(
      sql`SELECT r::text AS row FROM audit_records r UNION ALL SELECT e::text FROM audit_entries e`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('secret words');
  });
});
