import * as fc from 'fast-check';
import { eventually } from '../../../../test/support/eventually';
import type { FakeFailure } from '../../../../test/support/fake-backend-api';
import { actAt, aMemory, anEdit, NO_FILTER } from '../../../../test/support/memories';
import { openHttpBackend } from '../../../../test/support/open-http-backend';
import { useBackend } from '../../../../test/support/use-backend';
import { sql } from '../../../database/sql';
import { propertyCases } from '../../../../test/support/property-cases';

const UNAVAILABLE = { code: 'BackendUnavailable' };

const opened = useBackend(openHttpBackend);

afterEach(async () => {
  opened.api.isAway = false;
  opened.api.lag = 0;
  expect(await opened.countOpen()).toBe(0);
});

async function stored(fields: Parameters<typeof aMemory>[0] = {}): Promise<string> {
  const memory = aMemory(fields);
  await opened.backend.store(opened.namespace, [memory], { dedupe: false });
  return memory.id;
}

const edit = (id: string, content: string, ms = 1): Promise<boolean> =>
  opened.backend.edit(opened.namespace, id, anEdit({ content }), actAt(ms));

const contentOf = async (id: string) => (await opened.backend.find(opened.namespace, id))?.content ?? null;

/** What the history tells, oldest first: the contents before edits, and other events. */
async function eventsOf(id: string, backend = opened.backend): Promise<unknown[] | null> {
  const entries = await backend.history(opened.namespace, id);
  return entries && entries.toReversed().map(({ event, former }) => former?.content ?? event);
}

describe('a change that the backend refuses', () => {
  it('is not in the history, and leaves the memory as it is', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'refused');
    await expect(edit(id, 'b')).rejects.toMatchObject(UNAVAILABLE);
    expect(await opened.countOpen()).toBe(0);
    expect([await contentOf(id), await eventsOf(id)]).toEqual(['a', ['created']]);
  });
});

describe('a change whose answer is lost', () => {
  it('was made when the memory shows it', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'after');
    expect(await edit(id, 'b')).toBe(true);
    expect([await contentOf(id), await eventsOf(id)]).toEqual(['b', ['created', 'a']]);
  });

  it('is settled by the next one as not made', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'before');
    await expect(edit(id, 'b')).rejects.toMatchObject(UNAVAILABLE);
    expect(await opened.countOpen()).toBe(1);
    await edit(id, 'c');
    expect([await contentOf(id), await eventsOf(id)]).toEqual(['c', ['created', 'a']]);
  });

  it('is settled by the next one as made, which builds on it', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'after');
    // The second read is the look at what came of it.
    opened.api.beforePut = async () => opened.api.failNext('get', 'before');
    await expect(edit(id, 'b')).rejects.toMatchObject(UNAVAILABLE);
    opened.api.beforePut = () => Promise.resolve();
    expect(await opened.countOpen()).toBe(1);
    await edit(id, 'c');
    expect([await contentOf(id), await eventsOf(id)]).toEqual(['c', ['created', 'a', 'b']]);
  });

  it('is settled by who reads the history', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'before');
    await expect(edit(id, 'b')).rejects.toMatchObject(UNAVAILABLE);
    expect(await eventsOf(id)).toEqual(['created']);
    expect(await opened.countOpen()).toBe(0);
  });

  it('does not keep the history from being read while the backend is away', async () => {
    const id = await stored({ content: 'a' });
    opened.api.isAway = true;
    await expect(edit(id, 'b')).rejects.toMatchObject(UNAVAILABLE);
    expect(await eventsOf(id)).toEqual(['created']);
    opened.api.isAway = false;
    expect(await eventsOf(id)).toEqual(['created']);
  });

  it('counts for listings of the past, whether it was made or not', async () => {
    for (const failure of ['before', 'after'] as const) {
      const id = await stored({ content: 'a' });
      opened.api.failNext('put', failure);
      opened.api.beforePut = async () => opened.api.failNext('get', 'before', 'before');
      await expect(edit(id, 'b', 10)).rejects.toMatchObject(UNAVAILABLE);
      opened.api.beforePut = () => Promise.resolve();
      opened.api.failNext('get');
      const { memories: then } = await opened.backend.asOf(opened.namespace, actAt(5).at, NO_FILTER, {
        after: null,
        limit: 10,
      });
      expect(then.find((memory) => memory.id === id)).toMatchObject({ content: 'a' });
      await eventually(
        () => eventsOf(id).then(() => opened.countOpen()),
        (open) => open === 0,
      );
    }
  });
});

describe('a process that dies in the middle of a change', () => {
  it('leaves a change for the next one to report, when the backend accepted it', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'dies');
    void opened.newReplica().edit(opened.namespace, id, anEdit({ content: 'b' }), actAt(1));
    await eventually(
      () => contentOf(id),
      (content) => content === 'b',
    );
    await opened.expireLeases();
    expect(await eventsOf(id)).toEqual(['created', 'a']);
  });

  it('before the backend was asked leaves nothing', async () => {
    const id = await stored({ content: 'a' });
    let isAsking = false;
    opened.api.beforePut = () => {
      isAsking = true;
      return new Promise(() => {});
    };
    void opened.newReplica().edit(opened.namespace, id, anEdit({ content: 'b' }), actAt(1));
    await eventually(() => isAsking, Boolean);
    expect(await opened.countOpen()).toBe(1);
    opened.api.beforePut = () => Promise.resolve();
    await opened.expireLeases();
    await edit(id, 'c');
    expect([await contentOf(id), await eventsOf(id)]).toEqual(['c', ['created', 'a']]);
  });

  it('leaves no word of a memory that it deleted', async () => {
    const id = await stored({ content: 'a' });
    await edit(id, 'secret');
    opened.api.failNext('delete', 'dies');
    void opened.newReplica().delete(opened.namespace, id, actAt(2));
    await eventually(
      () => contentOf(id),
      (content) => content === null,
    );
    await opened.expireLeases();
    await opened.newReplica().pruneTombstones();
    const left = await opened.database.query(sql`
      SELECT event, former, confirmed FROM remote_changes WHERE memory_id = ${id} ORDER BY id`);
    expect(left).toEqual(
      ['created', 'edited', 'deleted'].map((event) => ({ event, former: null, confirmed: true })),
    );
    const again = { dedupe: true, refuseDeleted: true };
    const [outcome] = await opened.backend.store(opened.namespace, [aMemory({ content: 'Secret' })], again);
    expect(outcome?.action).toBe('rejected');
  });

  it('is followed by one that settles what it left when it starts', async () => {
    const id = await stored({ content: 'a' });
    opened.api.failNext('put', 'before');
    await expect(edit(id, 'b')).rejects.toMatchObject(UNAVAILABLE);
    opened.newReplica().onApplicationBootstrap();
    await eventually(
      () => opened.countOpen(),
      (open) => open === 0,
    );
  });
});

describe('a backend that shows late what it was given', () => {
  it('is waited for, so that the next change builds on it', async () => {
    const id = await stored({ content: 'a' });
    opened.api.lag = 3;
    await edit(id, 'b');
    expect(await contentOf(id)).toBe('b');
    await edit(id, 'c');
    expect([await contentOf(id), await eventsOf(id)]).toEqual(['c', ['created', 'a', 'b']]);
  });
});

describe('whatever fails', () => {
  const failures = fc.constantFrom<FakeFailure | null>(null, null, 'before', 'after', 'refused');
  const attempts = fc.array(fc.record({ put: failures, reads: fc.array(failures, { maxLength: 3 }) }), {
    maxLength: 8,
  });

  it('no acknowledged edit is lost, and the history has no edit that was not made', async () => {
    await fc.assert(
      fc.asyncProperty(attempts, async (all) => {
        const id = await stored({ content: 'start' });
        const acknowledged: string[] = ['start'];
        for (const [n, { put, reads }] of all.entries()) {
          if (put) opened.api.failNext('put', put);
          const beforePut = () => {
            for (const read of reads) if (read) opened.api.failNext('get', read);
            return Promise.resolve();
          };
          opened.api.beforePut = beforePut;
          const done = await edit(id, `edit ${n}`, n).catch(() => false);
          opened.api.beforePut = () => Promise.resolve();
          // What was not used up.
          opened.api.forgetFailures();
          if (done) acknowledged.push(`edit ${n}`);
        }
        const [, ...former] = (await eventsOf(id)) ?? [];
        const versions = [...former, await contentOf(id)];
        expect(versions.filter((version) => acknowledged.includes(String(version)))).toEqual(acknowledged);
        expect(new Set(versions).size).toBe(versions.length);
        expect(await opened.countOpen()).toBe(0);
      }),
      { numRuns: propertyCases(25) },
    );
  });
});
