import { actAt, aMemory, anEdit, START, together } from '../../../test/support/memories';
import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { useBackend } from '../../../test/support/use-backend';
import type { Memory } from '../memory';
import type { PageCursor } from '../pages';

const HOUR = 3_600_000;
const PERIOD = { start: new Date(START), end: new Date(START + HOUR) };

const opened = {} as ContractBackend & { namespace: string };

/** Stores a memory so many milliseconds after the start; its id. */
async function stored(content: string, ms: number): Promise<string> {
  const memory = aMemory({ content, createdAt: new Date(START + ms) });
  await opened.backend.store(opened.namespace, [memory], { dedupe: false });
  return memory.id;
}

async function touched(limit: number): Promise<string[]> {
  const found: Memory[] = [];
  let after: PageCursor | null = null;
  do {
    const slice = await opened.backend.touched(opened.namespace, PERIOD, { after, limit });
    found.push(...slice.memories);
    after = slice.next;
  } while (after !== null);
  return found.map(({ content }) => content);
}

describe.each(BACKENDS)('on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  describe('the memories touched within a period', () => {
    it('are those created in it, both ends included, newest first', async () => {
      for (const ms of [-1, 0, 1, HOUR, HOUR + 1]) await stored(`at ${ms}`, ms);
      expect(await touched(100)).toEqual([`at ${HOUR}`, 'at 1', 'at 0']);
    });

    it('are those last changed in it, too', async () => {
      const ids = [await stored('a', -9), await stored('b', -8), await stored('c', -7)] as const;
      const edit = anEdit({ confidence: 0.1 });
      await opened.backend.edit(opened.namespace, ids[0], edit, actAt(0));
      await opened.backend.edit(opened.namespace, ids[1], edit, actAt(HOUR));
      await opened.backend.edit(opened.namespace, ids[2], edit, actAt(HOUR + 1));
      expect(await touched(100)).toEqual(['b', 'a']);
    });

    it('are active ones', async () => {
      await stored('active', 1);
      await opened.backend.expire(opened.namespace, await stored('expired', 2), 'manual', actAt(3));
      expect(await touched(100)).toEqual(['active']);
    });

    it.each([1, 2, 3, 4, 100])('come each once in slices of %i, also those of one instant', async (limit) => {
      const memories = ['a', 'b', 'c', 'd'].map((content) => aMemory({ content }));
      await opened.backend.store(opened.namespace, memories, { dedupe: false });
      await stored('e', 1);
      expect(await touched(limit)).toEqual(['e', 'd', 'c', 'b', 'a']);
    });

    it('are none in a namespace that does not exist', async () => {
      expect(await opened.backend.touched('nowhere', PERIOD, { after: null, limit: 10 })).toEqual({
        memories: [],
        next: null,
      });
    });
  });

  describe('several memories by their ids', () => {
    it('are those that there are', async () => {
      const ids = [await stored('a', 1), await stored('b', 2)];
      const gone = await stored('gone', 3);
      await opened.backend.delete(opened.namespace, gone, actAt(4));
      const elsewhere = await opened.newNamespace();
      const asked = [...ids, gone, ids[0]!];
      for (const found of [
        await opened.backend.findAll(opened.namespace, asked),
        await together(opened.backend, opened.namespace, asked, (held) => Promise.resolve(held)),
      ]) {
        expect(found.map(({ content }) => content).sort()).toEqual(['a', 'b']);
      }
      expect(await opened.backend.findAll(elsewhere, ids)).toEqual([]);
      expect(await opened.backend.findAll(opened.namespace, [])).toEqual([]);
    });

    it('are noted in their histories as resolved, those that are gone not', async () => {
      const id = await stored('a', 1);
      const gone = await stored('gone', 2);
      await opened.backend.delete(opened.namespace, gone, actAt(3));
      await opened.backend.noteResolved(opened.namespace, [id, gone], actAt(4));
      const [noted] = (await opened.backend.history(opened.namespace, id)) ?? [];
      expect(noted).toEqual({ ...actAt(4), event: 'resolved', former: null });
      expect((await opened.backend.history(opened.namespace, gone))?.map(({ event }) => event)).toEqual([
        'deleted',
        'created',
      ]);
    });

    it('when held, cannot be deleted by others before the work is done', async () => {
      const { backend } = opened;
      const id = await stored('a', 1);
      const order: string[] = [];
      let enter = (): void => {};
      let begin = (): void => {};
      const entered = new Promise<void>((resolve) => (enter = resolve));
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const working = together(backend, opened.namespace, [id], async () => {
        enter();
        await begun;
        for (let look = 0; look < 20; look++) expect(await backend.find(opened.namespace, id)).not.toBeNull();
        order.push('looked');
      });
      await entered;
      const deletion = backend
        .delete(opened.namespace, id, actAt(2))
        .then((deleted) => order.push(`deleted ${deleted}`));
      begin();
      await working;
      await deletion;
      expect(order).toEqual(['looked', 'deleted true']);
    });
  });
});
