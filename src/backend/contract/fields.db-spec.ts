import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { sampleMemory } from '../../../test/support/field-samples';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../test/support/memories';
import { useBackend } from '../../../test/support/use-backend';
import { EDITED_FIELDS, NEW_FIELDS } from '../memory-columns';

const FIRST_PAGE = { after: null, limit: 10 };
const opened = {} as ContractBackend & { namespace: string };
const sample = sampleMemory();

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  it.each(NEW_FIELDS.map(({ name }) => name))('a memory keeps its %s', async (name) => {
    const { status: _, expiredAt: __, expiredBy: ___, updatedAt: ____, ...memory } = sample;
    await opened.backend.store(opened.namespace, [memory], { dedupe: false });
    const found = await opened.backend.find(opened.namespace, memory.id);
    expect(found?.[name]).toEqual(memory[name as keyof typeof memory]);
  });

  it.each(EDITED_FIELDS.map((field) => [field.name, field.column] as const))(
    'an edit of %s is stored, and the history and the past have the former value',
    async (name, column) => {
      const { backend, namespace } = opened;
      const memory = aMemory({ title: 'T', titleDerived: false });
      await backend.store(namespace, [memory], { dedupe: false });
      await backend.edit(namespace, memory.id, anEdit({ [name]: sample[name] }), actAt(1_000));

      expect((await backend.find(namespace, memory.id))?.[name]).toEqual(sample[name]);
      const [entry] = (await backend.history(namespace, memory.id)) ?? [];
      expect(entry?.former).toEqual({ [column]: memory[name], updated_at: expect.any(String) as string });
      const past = await backend.asOf(namespace, new Date(START + 500), NO_FILTER, FIRST_PAGE);
      expect(past.memories.map((each) => each[name])).toEqual([memory[name]]);
    },
  );

  it('the history has former times as memories show them', async () => {
    const { backend, namespace } = opened;
    const [from, to] = [new Date(START + 120), new Date(START + 2_000)];
    const memory = aMemory({ validFrom: from, validTo: to });
    await backend.store(namespace, [memory], { dedupe: false });
    const later = anEdit({ validFrom: new Date(START + 500), validTo: new Date(START + 3_000) });
    await backend.edit(namespace, memory.id, later, actAt(1_000));

    const [entry] = (await backend.history(namespace, memory.id)) ?? [];
    expect(entry?.former).toMatchObject({ valid_from: from.toISOString(), valid_to: to.toISOString() });
  });
});
