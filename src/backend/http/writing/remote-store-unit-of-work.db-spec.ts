import { eventually } from '../../../../test/support/eventually';
import { actAt, aMemory, anEdit, START, together } from '../../../../test/support/memories';
import { openHttpBackend } from '../../../../test/support/open-http-backend';
import { useBackend } from '../../../../test/support/use-backend';
import { sql } from '../../../database/sql';

const opened = useBackend(openHttpBackend);
let ids: string[];

beforeEach(async () => {
  const memories = ['a', 'b', 'c', 'd'].map((content) => aMemory({ content }));
  await opened.backend.store(opened.namespace, memories, { dedupe: false });
  ids = memories.map(({ id }) => id);
});

afterEach(async () => {
  expect(await opened.countOpen()).toBe(0);
});

const eventsOf = async (id: string) =>
  (await opened.backend.history(opened.namespace, id))?.map(({ event }) => event) ?? null;

/** One of every kind of change; the id of the memory that it stores. */
async function changeAll(): Promise<string> {
  const { backend } = opened;
  const [a, b, c, d] = ids as [string, string, string, string];
  await backend.expire(opened.namespace, b, 'manual', actAt(1));
  await backend.edit(opened.namespace, a, anEdit({ content: 'a2' }), actAt(2));
  await backend.edit(opened.namespace, a, anEdit({ content: 'a3' }), actAt(3));
  await backend.delete(opened.namespace, c, actAt(4));
  await backend.noteResolved(opened.namespace, [d], actAt(5));
  const stored = aMemory({ content: 'new' });
  await backend.store(opened.namespace, [stored], { dedupe: false });
  return stored.id;
}

/** A row of a report about the memory; whether it still says something of it. */
async function report(id: string): Promise<() => Promise<boolean>> {
  await opened.database.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at)
    VALUES ('reported', 'reported', 'tool', now()) ON CONFLICT DO NOTHING`);
  await opened.database.execute(sql`
    INSERT INTO conflict_rows (agent_id, date, index, type, title, description, recommendation, old_memory_id,
      new_memory_id, generated_by, created_at)
    SELECT 'reported', '2026-05-01', count(*), 'update', 'says', 'says', 'says', ${id}::uuid, gen_random_uuid(),
      'rules', now() FROM conflict_rows`);
  return async () => {
    const rows = await opened.database.query<{ title: string; resolved: boolean }>(
      sql`SELECT title, resolved FROM conflict_rows WHERE old_memory_id = ${id}::uuid`,
    );
    return rows[0]?.title === 'says' && !rows[0].resolved;
  };
}

describe('work on memories together', () => {
  it('gets those that there are, sees what it does, and all of it stays', async () => {
    const isReported = await report(ids[2]!);
    const stored = await together(
      opened.backend,
      opened.namespace,
      [...ids, aMemory().id],
      async (memories) => {
        expect(memories.map(({ content }) => content).sort()).toEqual(['a', 'b', 'c', 'd']);
        const id = await changeAll();
        expect(await opened.backend.find(opened.namespace, id)).toMatchObject({ content: 'new' });
        expect(await opened.backend.find(opened.namespace, ids[2]!)).toBeNull();
        // What a deleted memory said is kept for as long as it may come back.
        expect(await isReported()).toBe(true);
        return id;
      },
    );
    expect(await isReported()).toBe(false);
    expect(await eventsOf(ids[0]!)).toEqual(['edited', 'edited', 'created']);
    expect(await eventsOf(ids[1]!)).toEqual(['expired', 'created']);
    expect(await eventsOf(ids[2]!)).toEqual(['deleted', 'created']);
    expect(await eventsOf(ids[3]!)).toEqual(['resolved', 'created']);
    expect(await eventsOf(stored)).toEqual(['created']);
  });

  it('that throws leaves everything as it was', async () => {
    const before = structuredClone(opened.api.documents(opened.namespace));
    const isReported = await report(ids[2]!);
    let stored = '';
    const work = together(opened.backend, opened.namespace, ids, async () => {
      stored = await changeAll();
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(opened.api.documents(opened.namespace)).toEqual(before);
    for (const id of ids) expect(await eventsOf(id)).toEqual(['created']);
    expect(await eventsOf(stored)).toBeNull();
    expect(await opened.backend.countCreatedInSession(opened.namespace, 'sess_1', new Date(START))).toBe(4);
    expect(await isReported()).toBe(true);
    const again = { dedupe: true, refuseDeleted: true };
    const [outcome] = await opened.backend.store(opened.namespace, [aMemory({ content: 'c' })], again);
    expect(outcome).toMatchObject({ action: 'duplicate', id: ids[2] });
  });

  it('within other work is a part of it', async () => {
    const work = together(opened.backend, opened.namespace, [ids[0]!], async () => {
      await together(opened.backend, opened.namespace, [ids[1]!], () =>
        opened.backend.edit(opened.namespace, ids[1]!, anEdit({ content: 'b2' }), actAt(1)),
      );
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await opened.backend.find(opened.namespace, ids[1]!)).toMatchObject({ content: 'b' });
  });

  it('keeps others from changing the memories until it ends, those too that it stores', async () => {
    const replica = opened.newReplica();
    const order: string[] = [];
    let edits: Promise<unknown>[] = [];
    await together(opened.backend, opened.namespace, [ids[0]!], async () => {
      const stored = aMemory();
      await opened.backend.store(opened.namespace, [stored], { dedupe: false });
      edits = [ids[0]!, stored.id].map((id) =>
        replica
          .edit(opened.namespace, id, anEdit({ content: 'theirs' }), actAt(1))
          .then(() => order.push('theirs')),
      );
      await opened.backend.edit(opened.namespace, ids[0]!, anEdit({ content: 'mine' }), actAt(1));
      await replica.edit(opened.namespace, ids[1]!, anEdit({ content: 'another' }), actAt(1));
      order.push('mine');
    });
    await Promise.all(edits);
    expect(order).toEqual(['mine', 'theirs', 'theirs']);
    const [last] = (await opened.backend.history(opened.namespace, ids[0]!)) ?? [];
    expect(last?.former).toMatchObject({ content: 'mine' });
  });

  it('whose lease somebody else has by now writes nothing more', async () => {
    const work = together(opened.backend, opened.namespace, [ids[0]!], async () => {
      await opened.database.execute(sql`UPDATE leases SET holder = gen_random_uuid()`);
      await opened.backend.edit(opened.namespace, ids[0]!, anEdit({ content: 'late' }), actAt(1));
    });
    await expect(work).rejects.toMatchObject({ code: 'BackendUnavailable' });
    await opened.expireLeases();
    expect(await opened.backend.find(opened.namespace, ids[0]!)).toMatchObject({ content: 'a' });
    expect(await eventsOf(ids[0]!)).toEqual(['created']);
  });

  it('of a process that died is in the history as far as it was done', async () => {
    const replica = opened.newReplica();
    const [a] = ids as [string];
    void together(replica, opened.namespace, ids, async () => {
      await replica.edit(opened.namespace, a, anEdit({ content: 'a2' }), actAt(1));
      await replica.edit(opened.namespace, a, anEdit({ content: 'a3' }), actAt(2));
      await replica.delete(opened.namespace, ids[2]!, actAt(3));
      opened.api.failNext('put', 'dies');
      await replica.expire(opened.namespace, ids[1]!, 'manual', actAt(4));
    });
    await eventually(
      () => opened.backend.find(opened.namespace, ids[1]!),
      (memory) => memory?.status === 'expired',
    );
    await opened.expireLeases();
    await opened.backend.pruneTombstones();
    expect(await eventsOf(a)).toEqual(['edited', 'edited', 'created']);
    expect(await eventsOf(ids[1]!)).toEqual(['expired', 'created']);
    expect(await eventsOf(ids[2]!)).toEqual(['deleted', 'created']);
  });

  it('that cannot be undone is in the history as far as it was done', async () => {
    const work = together(opened.backend, opened.namespace, ids, async () => {
      await opened.backend.edit(opened.namespace, ids[0]!, anEdit({ content: 'a2' }), actAt(1));
      opened.api.isAway = true;
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    opened.api.isAway = false;
    expect(await eventsOf(ids[0]!)).toEqual(['edited', 'created']);
  });
});

describe('rows of the service', () => {
  const rows = () =>
    opened.database.query<{ name: string }>(
      sql`SELECT service_version AS name FROM migration_versions WHERE migration_name = 'x'`,
    );
  const note = (name: string) =>
    opened.database.execute(
      sql`INSERT INTO migration_versions (migration_name, service_version) VALUES ('x', ${name})`,
    );

  afterEach(() => opened.database.execute(sql`DELETE FROM migration_versions WHERE migration_name = 'x'`));

  it('are written in the transaction that confirms the changes', async () => {
    const { backend, database } = opened;
    await backend.unitOfWork(opened.namespace, {
      ids: [ids[0]!],
      lock: () => Promise.resolve('checked'),
      work: async (_memories, locked) => {
        expect(locked).toBe('checked');
        expect(database.isInTransaction).toBe(false);
        return backend.edit(opened.namespace, ids[0]!, anEdit({ content: 'a2' }), actAt(1));
      },
      record: async (isEdited) => {
        expect(database.isInTransaction).toBe(true);
        await note(String(isEdited));
      },
    });
    expect(await rows()).toEqual([{ name: 'true' }]);
    expect(await eventsOf(ids[0]!)).toEqual(['edited', 'created']);
  });

  it('that cannot be written undo the changes, and no row stays', async () => {
    const { backend } = opened;
    const unit = backend.unitOfWork(opened.namespace, {
      ids: [ids[0]!],
      work: () => backend.edit(opened.namespace, ids[0]!, anEdit({ content: 'a2' }), actAt(1)),
      record: async () => {
        await note('too early');
        throw new Error('no');
      },
    });
    await expect(unit).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
    expect(await backend.find(opened.namespace, ids[0]!)).toMatchObject({ content: 'a' });
  });

  it('that were written, although the answer to the commit was lost, keep the changes', async () => {
    const { backend, database } = opened;
    const transaction = database.transaction.bind(database);
    const lost = jest.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      await transaction(work);
      throw new Error('Connection terminated unexpectedly');
    });
    const unit = backend.unitOfWork(opened.namespace, {
      ids: [ids[0]!],
      work: () => backend.edit(opened.namespace, ids[0]!, anEdit({ content: 'a2' }), actAt(1)),
      record: () => note('kept'),
    });
    await expect(unit).rejects.toThrow('terminated');
    lost.mockRestore();
    expect(await rows()).toEqual([{ name: 'kept' }]);
    expect(await backend.find(opened.namespace, ids[0]!)).toMatchObject({ content: 'a2' });
  });

  it('stay as they are, and so do the memories, if the check before the work fails', async () => {
    const work = jest.fn();
    const lock = () => Promise.reject(new Error('not allowed'));
    await expect(opened.backend.unitOfWork(opened.namespace, { ids, lock, work })).rejects.toThrow(
      'not allowed',
    );
    expect(work).not.toHaveBeenCalled();
  });

  it('are written by one unit of a name at a time, also of several processes', async () => {
    const order: string[] = [];
    const units = [opened.backend, opened.newReplica()].map((backend, at) =>
      backend.unitOfWork(opened.namespace, {
        name: 'one',
        work: async () => {
          order.push(`${at} begins`);
          await opened.database.query(sql`SELECT 1 AS one`);
          order.push(`${at} ends`);
        },
      }),
    );
    await Promise.all(units);
    expect(order.map((entry) => entry.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
    expect(new Set(order).size).toBe(4);
  });
});

describe('a document of others', () => {
  const theirs = {
    id: 'file 1#3',
    text: 'What it says',
    metadata: { file_name: 'notes.txt', page: 3, tags: ['x', 'y'], status: 'active' },
    createdAt: '2026-05-01T10:00:00.000Z',
  };

  it('keeps what they noted in it when it is changed', async () => {
    opened.api.documents(opened.namespace).set(theirs.id, theirs);
    expect(await opened.backend.expire(opened.namespace, theirs.id, 'manual', actAt(1))).not.toBeNull();
    const { metadata } = opened.api.documents(opened.namespace).get(theirs.id)!;
    expect(metadata).toMatchObject({ file_name: 'notes.txt', tags: 'x,y', status: 'expired' });
    expect(await eventsOf(theirs.id)).toEqual(['expired', 'created']);
    await opened.backend.delete(opened.namespace, theirs.id, actAt(2));
    expect(await eventsOf(theirs.id)).toEqual(['deleted', 'expired']);
  });

  it('says the same again when a change to it is undone', async () => {
    opened.api.documents(opened.namespace).set(theirs.id, theirs);
    const before = await opened.backend.find(opened.namespace, theirs.id);
    const work = together(opened.backend, opened.namespace, [theirs.id], async () => {
      await opened.backend.edit(opened.namespace, theirs.id, anEdit({ content: 'else' }), actAt(1));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    const { createdAt: _, ...after } = (await opened.backend.find(opened.namespace, theirs.id))!;
    expect(before).toMatchObject({ ...after, updatedAt: before?.updatedAt });
  });
});
