import { actAt, aMemory, anEdit, NO_FILTER } from '../../../test/support/memories';
import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { useBackend } from '../../../test/support/use-backend';

const opened = {} as ContractBackend & { namespace: string };

async function store(contents: readonly string[]): Promise<string[]> {
  const stored = contents.map((content) => aMemory({ content }));
  await opened.backend.store(opened.namespace, stored, { dedupe: false });
  return stored.map(({ id }) => id);
}

const left = async () =>
  (await opened.backend.page(opened.namespace, NO_FILTER, null, 10_000)).memories.map(({ id }) => id);

describe.each(BACKENDS)('deleting many memories on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  it('deletes those that there are and counts them, more than a slice too', async () => {
    const ids = await store(Array.from({ length: 1_201 }, (_, n) => `memory ${n}`));
    const [kept = ''] = ids.splice(700, 1);
    const unknown = aMemory().id;
    expect(await opened.backend.deleteAll(opened.namespace, [...ids, unknown], actAt(1))).toBe(1_200);
    expect(await left()).toEqual([kept]);
    expect(await opened.backend.deleteAll(opened.namespace, ids, actAt(2))).toBe(0);
  });

  it('leaves the same in the history as deleting one', async () => {
    const [one = '', other = ''] = await store(['Likes tea', 'Likes coffee']);
    await opened.backend.delete(opened.namespace, one, actAt(5));
    await opened.backend.deleteAll(opened.namespace, [other], actAt(5));
    const history = await opened.backend.history(opened.namespace, other);
    expect(history?.map(({ event }) => event)).toEqual(['deleted', 'created']);
    expect(history).toEqual(await opened.backend.history(opened.namespace, one));
  });

  it('beside edits deletes all, each once', async () => {
    const ids = await store(Array.from({ length: 30 }, (_, n) => `memory ${n}`));
    const edits = ids.map((id) =>
      opened.backend.edit(opened.namespace, id, anEdit({ title: 'new' }), actAt(3)),
    );
    const counts = await Promise.all([
      opened.backend.deleteAll(opened.namespace, ids, actAt(4)),
      opened.backend.deleteAll(opened.namespace, ids, actAt(4)),
      ...edits,
    ]);
    expect(Number(counts[0]) + Number(counts[1])).toBe(30);
    expect(await left()).toEqual([]);
  });

  it('of a namespace that is not there deletes none', async () => {
    expect(await opened.backend.deleteAll('space_none', [aMemory().id], actAt(1))).toBe(0);
  });
});
