import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { actAt, aMemory, anEdit, START } from '../../../test/support/memories';
import { useBackend } from '../../../test/support/use-backend';

const opened = {} as ContractBackend & { namespace: string };

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  let to: string;
  beforeEach(async () => {
    to = `${opened.namespace}_to`;
    await opened.backend.createNamespace(to, new Date(START));
  });

  async function stored(): Promise<string> {
    const memory = aMemory({ content: 'old', scope: 'team', metadata: { page: 3 } });
    await opened.backend.store(opened.namespace, [memory], { dedupe: false });
    await opened.backend.edit(opened.namespace, memory.id, anEdit({ content: 'green tea' }), actAt(1));
    return memory.id;
  }

  const transfer = (id: string, fields: { newId?: string; isMove: boolean; to?: string }) =>
    opened.backend.transfer({ from: opened.namespace, to, id, newId: id, act: actAt(2), ...fields });
  const find = (namespace: string, id: string) => opened.backend.find(namespace, id);

  it('a copy says the same under another id, and the memory stays', async () => {
    const [id, { id: newId }] = [await stored(), aMemory()];
    expect(await transfer(id, { newId, isMove: false })).toBe(true);
    const before = await find(opened.namespace, id);
    const same = { ...before, id: newId, provenance: 'imported', updatedAt: actAt(2).at };
    expect(await find(to, newId)).toEqual(same);
    expect(before).toMatchObject({ content: 'green tea', provenance: 'explicit_statement' });
  });

  it('a move takes the memory away, as it is, expired or not', async () => {
    const id = await stored();
    await opened.backend.expire(opened.namespace, id, 'manual', actAt(1));
    expect(await transfer(id, { isMove: true })).toBe(true);
    expect(await find(opened.namespace, id)).toBeNull();
    expect(await find(to, id)).toMatchObject({
      content: 'green tea',
      status: 'expired',
      expiredBy: 'manual',
    });
    expect(await transfer(id, { isMove: true })).toBe(false);
  });

  it('a move that broke off is finished by another one, and leaves the memory once', async () => {
    const id = await stored();
    // As if the process had ended before the deletion.
    await transfer(id, { isMove: false });
    await opened.backend.edit(to, id, anEdit({ title: 'Edited there' }), actAt(3));
    expect(await transfer(id, { isMove: true })).toBe(true);
    expect(await find(opened.namespace, id)).toBeNull();
    expect(await find(to, id)).toMatchObject({ title: 'Edited there' });
  });

  it('nothing is lost if there is no such namespace or memory', async () => {
    const id = await stored();
    const nowhere = transfer(id, { isMove: true, to: 'nowhere' });
    await expect(nowhere).rejects.toMatchObject({ code: 'AgentNotFound' });
    expect(await find(opened.namespace, id)).not.toBeNull();
    expect(await transfer(aMemory().id, { isMove: true })).toBe(false);
  });

  it('of moves at the same time one takes the memory', async () => {
    const id = await stored();
    const all = await Promise.all([1, 2, 3].map(() => transfer(id, { isMove: true })));
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await find(to, id)).not.toBeNull();
  });

  it('the history comes along as far as the backend keeps it', async () => {
    const id = await stored();
    await transfer(id, { isMove: true });
    const events = (await opened.backend.history(to, id))?.map(({ event }) => event);
    expect(events).toEqual(kind === 'embedded' ? ['edited', 'edited', 'created'] : ['created']);
  });
});
