import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { actAt, aMemory, START } from '../../../test/support/memories';
import { useBackend } from '../../../test/support/use-backend';

const opened = {} as ContractBackend & { namespace: string };

async function store(count: number): Promise<string[]> {
  const stored = Array.from({ length: count }, (_, n) => aMemory({ content: `memory ${n}` }));
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

describe.each(BACKENDS)('the status of many memories on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  it('changes for all that are there, with one stamp, and back', async () => {
    const { backend, namespace } = opened;
    const ids = await store(230);
    const [first = ''] = ids;
    await backend.expire(namespace, first, 'first', actAt(1));
    const expired = await backend.expireAll(namespace, [...ids, aMemory().id], 'many', actAt(5));
    expect(expired).toHaveLength(230);
    const stamp = (ms: number, expiredBy: string) => ({ expiredAt: new Date(START + ms), expiredBy });
    for (const { id, ...row } of expired)
      expect(row).toEqual({
        isChanged: id !== first,
        ...(id === first ? stamp(1, 'first') : stamp(5, 'many')),
      });
    const now = await backend.findAll(namespace, ids);
    expect(now.filter(({ status }) => status === 'expired')).toHaveLength(230);

    const restored = await backend.restoreAll(namespace, ids.slice(1), actAt(9));
    expect(restored.map(({ isChanged }) => isChanged)).toEqual(Array.from({ length: 229 }, () => true));
    expect(await backend.restoreAll(namespace, ids.slice(1, 3), actAt(12))).toEqual(
      expect.arrayContaining(ids.slice(1, 3).map((id) => ({ id, isChanged: false }))),
    );
    expect((await backend.find(namespace, first))?.status).toBe('expired');
  });

  it('leaves the same in the history as that of one', async () => {
    const { backend, namespace } = opened;
    const [one = '', ...others] = await store(3);
    await backend.expire(namespace, one, 'old', actAt(5));
    await backend.restore(namespace, one, actAt(8));
    await backend.expireAll(namespace, others, 'old', actAt(5));
    await backend.restoreAll(namespace, others, actAt(8));
    const history = await backend.history(namespace, one);
    expect(history?.map(({ event }) => event)).toEqual(['restored', 'expired', 'created']);
    for (const id of others) expect(await backend.history(namespace, id)).toEqual(history);
  });

  it('changes each once beside others who change the same', async () => {
    const { backend, namespace } = opened;
    const ids = await store(40);
    const runs = await Promise.all([
      backend.expireAll(namespace, ids, 'one', actAt(5)),
      backend.expireAll(namespace, [...ids].reverse(), 'other', actAt(6)),
    ]);
    const changes = runs.flatMap((rows) => rows.filter(({ isChanged }) => isChanged).map(({ id }) => id));
    expect(changes.sort()).toEqual([...ids].sort());
  });
});
