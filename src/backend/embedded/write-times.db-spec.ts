import { Client } from 'pg';
import { uuidv7 } from 'uuidv7';
import { lockWaits } from '../../../test/support/lock-waits';
import { aMemory, anEdit, NO_FILTER } from '../../../test/support/memories';
import { openBackend } from '../../../test/support/open-backend';
import { useBackend } from '../../../test/support/use-backend';
import { sql } from '../../database/sql';
import type { Act, Memory, NewMemory } from '../memory';

const ALL = 1_000;
const PAGE = { after: null, limit: 100 };
const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;
/** Ids of a clock that is ahead of the database's by a century, or behind it. */
const AHEAD_MS = 100 * 365 * 86_400_000;
const idAt = (time: number) =>
  time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-') + uuidv7().slice(13);

const act: Act = { at: null, sessionId: 'sess_1', by: 'demo' };
const undated = (fields: Parameters<typeof aMemory>[0] = {}): NewMemory => ({
  ...aMemory(fields),
  createdAt: null,
});

const opened = useBackend(openBackend);

async function stored(...memories: NewMemory[]): Promise<Memory[]> {
  await opened.backend.store(opened.namespace, memories, { dedupe: false });
  const found = await opened.backend.findAll(
    opened.namespace,
    memories.map(({ id }) => id),
  );
  return memories.map(({ id }) => found.find((each) => each.id === id) as Memory);
}

async function find(id: string): Promise<Memory> {
  return (await opened.backend.find(opened.namespace, id)) as Memory;
}

/** Runs `work`, and checks that the times it returns are of the database's clock meanwhile, in whole milliseconds. */
async function duringWhich(work: () => Promise<(Date | null | undefined)[]>): Promise<void> {
  const before = await opened.database.now();
  const times = await work();
  const after = await opened.database.now();
  expect(times.length).toBeGreaterThan(0);
  for (const time of times) {
    expect(time?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(time?.getTime()).toBeLessThanOrEqual(after.getTime());
  }
}

describe('without a given time', () => {
  it('a memory gets that of the database, the same for both of its times', () =>
    duringWhich(async () => {
      const [single] = await stored(undated());
      expect(single?.updatedAt).toEqual(single?.createdAt);
      return [single?.createdAt];
    }));

  it('memories of one call have the same time, and keep their order', () =>
    duringWhich(async () => {
      const given = Array.from({ length: 50 }, (_, n) => undated({ content: `memory ${n}` }));
      const memories = await stored(...given);
      const { memories: recent } = await opened.backend.recent(opened.namespace, NO_FILTER, ALL);
      expect(recent.map(({ id }) => id)).toEqual(given.map(({ id }) => id).reverse());
      expect(new Set(memories.map(({ createdAt }) => createdAt.getTime())).size).toBe(1);
      return memories.map(({ updatedAt }) => updatedAt);
    }));

  it('the database keeps no more than the milliseconds that are shown', async () => {
    const [memory] = await stored(undated());
    await opened.backend.edit(opened.namespace, memory?.id ?? '', anEdit({ source: 'x' }), act);
    const rows = await opened.database.query(sql`
      SELECT 1 AS one FROM memories m WHERE m.id = ${memory?.id}::uuid
        AND (m.created_at <> date_trunc('milliseconds', m.created_at) OR m.updated_at <= m.created_at)`);
    expect(rows).toEqual([]);
  });

  it('an edit, an expiry, a restoration, a resolution and a deletion get it, and so do their histories', () =>
    duringWhich(async () => {
      const [{ id }] = (await stored(undated())) as [Memory];
      // So that no change has to move the time of the one before it.
      await opened.database.query(sql`SELECT 1 AS slept FROM (SELECT pg_sleep(0.002)) AS s`);
      await opened.backend.edit(opened.namespace, id, anEdit({ content: 'b' }), act);
      const edited = await find(id);
      const stamp = await opened.backend.expire(opened.namespace, id, 'manual', act);
      expect((await find(id)).expiredAt).toEqual(stamp?.expiredAt);
      expect(await opened.backend.expire(opened.namespace, id, 'again', act)).toEqual(stamp);
      await opened.database.query(sql`SELECT 1 AS slept FROM (SELECT pg_sleep(0.002)) AS s`);
      await opened.backend.restore(opened.namespace, id, act);
      const restored = await find(id);
      await opened.backend.noteResolved(opened.namespace, [id], act);
      const entries = (await opened.backend.readHistory(opened.namespace, id, PAGE))?.entries ?? [];
      const at = (event: string) => entries.find((each) => each.event === event)?.at;
      expect([at('edited'), at('expired'), at('restored')]).toEqual([
        edited.updatedAt,
        stamp?.expiredAt,
        restored.updatedAt,
      ]);
      await opened.backend.delete(opened.namespace, id, act);
      const after = (await opened.backend.readHistory(opened.namespace, id, PAGE))?.entries ?? [];
      expect(after.map(({ event }) => event)).toContain('deleted');
      return [...entries, ...after].map((each) => each.at);
    }));

  it('an import of a given time keeps it', async () => {
    const createdAt = new Date(Date.UTC(2020, 0, 1));
    const [memory] = await stored(aMemory({ createdAt }));
    expect([memory?.createdAt, memory?.updatedAt]).toEqual([createdAt, createdAt]);
  });
});

describe('ids of clocks that are wrong', () => {
  it('change nothing in the order of listings, their pages, changed-since and the past', async () => {
    const since = new Date((await opened.database.now()).getTime() - 1);
    const given = Array.from({ length: 12 }, (_, n) =>
      undated({
        id: idAt(Date.now() + (n % 2 === 0 ? AHEAD_MS / 50 : -AHEAD_MS / 50)),
        content: `memory ${n}`,
      }),
    );
    for (const memory of given) await stored(memory);
    const contents = given.map(({ content }) => content);
    const newest = contents.toReversed();
    const shown = (memories: readonly Memory[]) => memories.map(({ content }) => content);
    const { backend, namespace } = opened;
    expect(shown((await backend.recent(namespace, NO_FILTER, ALL)).memories)).toEqual(newest);
    expect(shown(await backend.changedSince(namespace, since, NO_FILTER, ALL))).toEqual(newest);
    const now = await opened.database.now();
    const first = await backend.asOf(namespace, now, NO_FILTER, { after: null, limit: 5 });
    const rest = await backend.asOf(namespace, now, NO_FILTER, { after: first.next, limit: ALL });
    expect(shown([...first.memories, ...rest.memories])).toEqual(newest);
    const streamed: Memory[] = [];
    for await (const slice of backend.stream(namespace, NO_FILTER)) streamed.push(...slice);
    expect(shown(streamed)).toEqual(contents);
  });

  it('change nothing in what a sweep expires', async () => {
    const week = 7 * 86_400_000;
    const now = (await opened.database.now()).getTime();
    const given = [-AHEAD_MS / 50, AHEAD_MS / 50].flatMap((shift) => [
      aMemory({ id: idAt(now + shift), createdAt: new Date(now - 2 * week), content: 'old' }),
      aMemory({ id: idAt(now + shift), createdAt: new Date(now), content: 'new' }),
    ]);
    await stored(...given);
    const policy = { rules: [], retention: { fact: week } };
    const request = { sweepId: uuidv7(), policy, at: new Date(now), dryRun: false, cap: null };
    const outcome = await opened.backend.sweep(opened.namespace, request);
    expect(outcome).toMatchObject({ scanned: 4, expired: 2 });
    expect(outcome.memories.map(({ title }) => title)).toEqual(['old', 'old']);
  });
});

describe('a change that waits for another one', () => {
  onServer('gets a time after the wait', async () => {
    const [{ id }] = (await stored(undated())) as [Memory];
    const other = new Client({ connectionString: opened.store.env.DATABASE_URL ?? '' });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM memories WHERE id = $1 FOR UPDATE', [id]);
      const editing = opened.backend.edit(opened.namespace, id, anEdit({ content: 'b' }), act);
      await lockWaits(opened.database);
      const ended = await opened.database.now();
      await other.query('COMMIT');
      await editing;
      const { updatedAt } = await find(id);
      expect(updatedAt.getTime()).toBeGreaterThanOrEqual(ended.getTime());
    } finally {
      await other.end();
    }
  });
});
