import * as fc from 'fast-check';
import { newTestBackend } from '../../../../test/support/backend';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../../test/support/memories';
import { openHttpBackend, type OpenHttpBackend } from '../../../../test/support/open-http-backend';
import type { EmbeddedBackend } from '../../../../test/support/backend';
import type { HistoryEntry, Memory, NewMemory } from '../../memory';
import type { MemoryEdit } from '../../memory-edit';
import type { StoreOptions } from '../../memory-store';
import type { WholeBackend } from '../../../../test/support/backend';
import { propertyCases } from '../../../../test/support/property-cases';

const CONTENTS = ['first words', 'Other  words', 'other words', 'x'.repeat(60)];

let opened: OpenHttpBackend;
let embedded: EmbeddedBackend;
let namespaces = 0;

beforeAll(async () => {
  opened = await openHttpBackend();
  embedded = newTestBackend(opened.database, opened.store.env).backend;
});

afterAll(async () => {
  await embedded.onModuleDestroy();
  await opened.close();
});

type Deed =
  | {
      kind: 'store';
      content: string;
      dedupe: boolean;
      refuseDeleted: boolean;
      titled: boolean;
      sourceRef: string | null;
      upsert: boolean;
    }
  | { kind: 'edit'; target: number; edit: Partial<MemoryEdit> }
  | { kind: 'expire' | 'restore' | 'delete' | 'note'; target: number };

const target = fc.nat({ max: 20 });
const edits: fc.Arbitrary<Partial<MemoryEdit>> = fc.record(
  {
    content: fc.constantFrom(...CONTENTS),
    title: fc.constantFrom('Given', 'Another'),
    type: fc.constantFrom('goal', 'event'),
    confidence: fc.constantFrom(0, 0.25, 1),
    tags: fc.subarray(['a', 'b,c']),
    source: fc.constantFrom('ci', 'me'),
    sourceRef: fc.constantFrom('r1', 'r2'),
  },
  { requiredKeys: [] },
);
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    kind: fc.constant('store' as const),
    content: fc.constantFrom(...CONTENTS),
    dedupe: fc.boolean(),
    refuseDeleted: fc.boolean(),
    titled: fc.boolean(),
    sourceRef: fc.constantFrom(null, 'r1', 'r2'),
    upsert: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('edit' as const), target, edit: edits }),
  fc.record({
    kind: fc.constantFrom('expire' as const, 'restore' as const, 'delete' as const, 'note' as const),
    target,
  }),
);
/** With a pause before it, in ms. */
const lives = fc.array(fc.tuple(deeds, fc.constantFrom(-1, 0, 0, 1, 2)), { maxLength: 20 });

function memoryOf(deed: Deed & { kind: 'store' }, ms: number): NewMemory {
  const title = deed.titled ? { title: 'T', titleDerived: false } : {};
  const { content, sourceRef } = deed;
  return aMemory({ content, sourceRef, createdAt: new Date(START + ms), ...title });
}

function optionsOf(deed: Deed & { kind: 'store' }, memory: NewMemory, ms: number): StoreOptions {
  const { dedupe, refuseDeleted, content } = deed;
  const edits = new Map([[memory.id, anEdit({ content })]]);
  const upserts = { edits, act: actAt(ms), refuseDeleted };
  return { dedupe, refuseDeleted, ...(deed.upsert && { upserts }) };
}

async function doneBy(
  backend: WholeBackend,
  namespace: string,
  deed: Exclude<Deed, { kind: 'store' }>,
  id: string,
  ms: number,
): Promise<unknown> {
  switch (deed.kind) {
    case 'edit':
      return backend.edit(namespace, id, anEdit(deed.edit), actAt(ms));
    case 'expire':
      return backend.expire(namespace, id, 'manual', actAt(ms));
    case 'restore':
      return backend.restore(namespace, id, actAt(ms));
    case 'delete':
      return backend.delete(namespace, id, actAt(ms));
    case 'note':
      return backend.noteResolved(namespace, [id], actAt(ms));
  }
}

async function stateOf(backend: WholeBackend, namespace: string, ids: readonly string[]) {
  const memories: Memory[] = (await backend.page(namespace, NO_FILTER, null, 1_000)).memories;
  const histories: (HistoryEntry[] | null)[] = [];
  for (const id of ids) histories.push(await backend.history(namespace, id));
  return {
    memories: memories.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    histories: histories.map((entries) => entries && entries.map(comparable)),
    created: await backend.countCreatedInSession(namespace, 'sess_1', new Date(START - 1_000)),
  };
}

/** The database writes a time in its own way. */
function comparable({ former, ...entry }: HistoryEntry): object {
  if (former === null) return { ...entry, former };
  return { ...entry, former: { ...former, updated_at: new Date(String(former.updated_at)).getTime() } };
}

describe('memories in an external backend', () => {
  it('are kept, listed and remembered like those in the embedded one', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (life) => {
        const namespace = `both_${namespaces++}`;
        const backends = [opened.backend, embedded];
        for (const backend of backends) await backend.createNamespace(namespace, new Date(START));
        const ids: string[] = [];
        let ms = 0;
        for (const [deed, pause] of life) {
          ms += pause;
          const memory = deed.kind === 'store' ? memoryOf(deed, ms) : null;
          if (memory) ids.push(memory.id);
          const id = 'target' in deed ? (ids[deed.target % Math.max(1, ids.length)] ?? aMemory().id) : '';
          const [remote, local] = await Promise.all(
            backends.map((backend) =>
              deed.kind === 'store'
                ? backend.store(namespace, [memory!], optionsOf(deed, memory!, ms))
                : doneBy(backend, namespace, deed, id, ms),
            ),
          );
          expect(remote).toEqual(local);
        }
        const [remote, local] = await Promise.all(
          backends.map((backend) => stateOf(backend, namespace, ids)),
        );
        expect(remote).toEqual(local);
        expect(await opened.countOpen()).toBe(0);
      }),
      { numRuns: propertyCases(25) },
    );
  });

  it('are none where there is no namespace', async () => {
    const id = aMemory().id;
    for (const backend of [opened.backend, embedded]) {
      for (const options of [{ dedupe: false }, { dedupe: true }]) {
        const stored = backend.store('none', [aMemory()], options);
        await expect(stored).rejects.toMatchObject({ code: 'AgentNotFound' });
      }
      expect(await backend.store('none', [], { dedupe: false })).toEqual([]);
      expect(await backend.edit('none', id, anEdit({ content: 'x' }), actAt(0))).toBe(false);
      expect(await backend.delete('none', id, actAt(0))).toBe(false);
      expect(await backend.expire('none', id, 'manual', actAt(0))).toBeNull();
      expect(await backend.restore('none', id, actAt(0))).toBeNull();
      expect(await backend.history('none', id)).toBeNull();
      await backend.noteResolved('none', [id], actAt(0));
      const sweep = {
        sweepId: id,
        policy: { rules: [], retention: {} },
        at: new Date(),
        dryRun: false,
        cap: null,
      };
      await expect(backend.sweep('none', sweep)).rejects.toMatchObject({ code: 'AgentNotFound' });
      await expect(backend.undoSweep('none', id, actAt(0))).rejects.toMatchObject({ code: 'AgentNotFound' });
      const purge = { expiredUntil: new Date(), dryRun: false, act: actAt(0) };
      await expect(backend.purge('none', purge)).rejects.toMatchObject({ code: 'AgentNotFound' });
    }
    expect(await opened.countOpen()).toBe(0);
  });

  it('and what was known of them are gone with their namespace', async () => {
    for (const backend of [opened.backend, embedded]) {
      const namespace = `both_${namespaces++}`;
      await backend.createNamespace(namespace, new Date(START));
      const [kept, deleted] = [aMemory(), aMemory({ content: 'deleted' })];
      await backend.store(namespace, [kept, deleted], { dedupe: false });
      await backend.edit(namespace, kept.id, anEdit({ content: 'new' }), actAt(1));
      await backend.delete(namespace, deleted.id, actAt(1));
      await backend.dropNamespace(namespace);
      await backend.dropNamespace(namespace);
      await backend.createNamespace(namespace, new Date(START));
      expect(await backend.find(namespace, kept.id)).toBeNull();
      expect(await backend.history(namespace, kept.id)).toBeNull();
      const again = aMemory({ content: 'deleted' });
      const stored = await backend.store(namespace, [again], { dedupe: true, refuseDeleted: true });
      expect(stored).toEqual([{ action: 'store', id: again.id, type: 'fact' }]);
    }
  });
});
