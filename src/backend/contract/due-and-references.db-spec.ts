import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { actAt, aMemory, anEdit, NO_FILTER, START } from '../../../test/support/memories';
import { useBackend } from '../../../test/support/use-backend';

const ALL = 1_000;
const at = (ms: number) => new Date(START + ms);

const opened = {} as ContractBackend & { namespace: string };

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  describe('a reference', () => {
    it('leads to the newest active memory of its scope', async () => {
      const { backend, namespace } = opened;
      const made = [
        aMemory({ sourceRef: 'r' }),
        aMemory({ sourceRef: 'r', scope: 's' }),
        aMemory({ sourceRef: 'r', createdAt: at(1) }),
        aMemory({ sourceRef: 'r', createdAt: at(2) }),
        aMemory({ sourceRef: 'other' }),
      ];
      await backend.store(namespace, made, { dedupe: false });
      const [, scoped, second, third] = made.map(({ id }) => id);
      const find = async (name: string, scope: string | null = null) =>
        (await backend.findByReference(namespace, { name, scope }))?.id;
      expect(await find('r')).toBe(third);
      expect(await find('r', 's')).toBe(scoped);
      expect(await find('r', 't')).toBeUndefined();
      expect(await find('none')).toBeUndefined();
      await backend.expire(namespace, third ?? '', 'test', actAt(3));
      expect(await find('r')).toBe(second);
      await backend.delete(namespace, second ?? '', actAt(4));
      expect(await find('r')).toBe(made[0]?.id);
      await backend.edit(namespace, made[0]?.id ?? '', anEdit({ sourceRef: 'moved' }), actAt(5));
      expect(await find('r')).toBeUndefined();
      expect(await find('moved')).toBe(made[0]?.id);
      expect(await backend.findByReference('space_none', { name: 'r', scope: null })).toBeNull();
    });
  });

  describe('memories with times of their own', () => {
    it('expire when they are due, each as of its own time', async () => {
      const { backend, namespace } = opened;
      const other = await opened.newNamespace();
      const due = [1, 2, 2].map((ms) => aMemory({ expiresAt: at(ms) }));
      const later = [aMemory({ expiresAt: at(3) }), aMemory()];
      const elsewhere = aMemory({ expiresAt: at(2) });
      await backend.store(namespace, [...due, ...later], { dedupe: false });
      await backend.store(other, [elsewhere], { dedupe: false });
      for (const each of [namespace, other]) await backend.followDue(each);
      expect(await backend.nextDue()).toEqual(at(1));
      await backend.expireDue(at(2));
      expect(await backend.nextDue()).toEqual(at(3));
      const stamps = (
        await backend.findAll(
          namespace,
          due.map(({ id }) => id),
        )
      ).map(({ expiredAt, expiredBy }) => [expiredAt?.getTime(), expiredBy]);
      expect(stamps.sort()).toEqual([1, 2, 2].map((ms) => [at(ms).getTime(), 'ttl']));
      expect(await backend.find(other, elsewhere.id)).toMatchObject({ status: 'expired', expiredAt: at(2) });
      const { memories } = await backend.recent(namespace, { ...NO_FILTER, status: 'active' }, ALL);
      expect(memories.map(({ id }) => id).sort()).toEqual(later.map(({ id }) => id).sort());
      const history = await backend.history(namespace, due[0]?.id ?? '');
      expect(history?.[0]).toMatchObject({ event: 'expired', at: at(1), by: 'ttl', sessionId: null });
      await backend.expireDue(at(3));
      expect(await backend.nextDue()).toBeNull();
    });

    it('have none any more when they are restored after it', async () => {
      const { backend, namespace } = opened;
      const [due, later] = [aMemory({ expiresAt: at(5) }), aMemory({ expiresAt: at(50) })];
      await backend.store(namespace, [due, later], { dedupe: false });
      await backend.followDue(namespace);
      await backend.expireDue(at(5));
      await backend.expire(namespace, later.id, 'test', actAt(6));
      for (const { id } of [due, later]) await backend.restore(namespace, id, actAt(7));
      expect(await backend.find(namespace, due.id)).toMatchObject({ status: 'active', expiresAt: null });
      expect(await backend.find(namespace, later.id)).toMatchObject({ status: 'active', expiresAt: at(50) });
      const then = await backend.asOf(namespace, at(4), NO_FILTER, { after: null, limit: ALL });
      expect(then.memories.find(({ id }) => id === due.id)).toMatchObject({ expiresAt: at(5) });
      await backend.followDue(namespace);
      expect(await backend.nextDue()).toEqual(at(50));
    });
  });
});
