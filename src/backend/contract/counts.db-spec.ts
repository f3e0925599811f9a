import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { actAt, aMemory, anEdit, START } from '../../../test/support/memories';
import { useBackend } from '../../../test/support/use-backend';

const at = (ms: number) => new Date(START + ms);
const HOUR_MS = 3_600_000;
const DAY = { since: at(0), until: at(24 * HOUR_MS), buckets: 24, isWhole: false };

const opened = {} as ContractBackend & { namespace: string };

describe.each(BACKENDS)('numbers on the %s backend', (kind) => {
  useBackend(() => openContractBackend(kind), opened);

  const stored = async (...fields: Parameters<typeof aMemory>[0][]) => {
    const memories = fields.map((each) => aMemory(each));
    await opened.backend.store(opened.namespace, memories, { dedupe: false });
    return memories;
  };
  const inOrder = <T extends { name: string; bucket: number }>(rows: T[]) =>
    rows.sort((a, b) => a.bucket - b.bucket || (a.name < b.name ? -1 : 1));

  it('are those of each type and part of the time, with both ends', async () => {
    await stored(
      { createdAt: at(0) },
      { createdAt: at(HOUR_MS - 1) },
      { createdAt: at(HOUR_MS), type: 'goal' },
      { createdAt: at(24 * HOUR_MS) },
      { createdAt: at(-1) },
      { createdAt: at(24 * HOUR_MS + 1) },
      { createdAt: at(5), trust: 'quarantined' },
    );
    const expected = [
      { name: 'fact', bucket: 0, count: 2 },
      { name: 'goal', bucket: 1, count: 1 },
      { name: 'fact', bucket: 23, count: 1 },
    ];
    expect(inOrder(await opened.counts.inTime([opened.namespace], 'type', DAY))).toEqual(expected);
    const none = await opened.counts.inTime(['space_none'], 'type', DAY);
    expect(none).toEqual([]);
    // All times: what is outside of the ends counts in the parts at the ends.
    const whole = inOrder(await opened.counts.inTime([opened.namespace], 'type', { ...DAY, isWhole: true }));
    expect(whole.map(({ count }) => count)).toEqual([3, 1, 2]);
  });

  it('are those of several namespaces by their names', async () => {
    const other = await opened.newNamespace();
    await stored({ createdAt: at(1) }, { createdAt: at(2) });
    await opened.backend.store(other, [aMemory({ createdAt: at(HOUR_MS) })], { dedupe: false });
    const rows = await opened.counts.inTime([opened.namespace, other], 'namespace', DAY);
    expect(inOrder(rows)).toEqual([
      { name: opened.namespace, bucket: 0, count: 2 },
      { name: other, bucket: 1, count: 1 },
    ]);
    expect(await opened.counts.bounds([opened.namespace, other])).toEqual({
      first: at(1),
      last: at(HOUR_MS),
    });
    expect(await opened.counts.bounds(['space_none'])).toEqual({ first: null, last: null });
  });

  it('are those of tags and sources, the most frequent first, by a part of them', async () => {
    await stored(
      { tags: ['Invoice', 'shop'], source: 'crm' },
      { tags: ['Invoice'], source: 'mail' },
      { tags: ['void'], source: 'crm' },
      { tags: ['void'], trust: 'quarantined' },
    );
    const names = (by: 'tag' | 'source', part: string | null) =>
      opened.counts.names([opened.namespace], by, part);
    expect(await names('tag', null)).toEqual([
      { name: 'Invoice', count: 2 },
      { name: 'shop', count: 1 },
      { name: 'void', count: 1 },
    ]);
    expect(await names('tag', 'VO')).toEqual([
      { name: 'Invoice', count: 2 },
      { name: 'void', count: 1 },
    ]);
    expect(await names('tag', '%')).toEqual([]);
    expect(await names('source', null)).toEqual([
      { name: 'crm', count: 2 },
      { name: 'mail', count: 1 },
    ]);
  });

  it('say what became of memories between two moments, each once', async () => {
    const [kept, edited, outdone, expired, restored, deleted, later, once] = await stored(
      ...Array.from({ length: 8 }, (_, n) => ({ content: `Note ${n}`, createdAt: at(n) })),
    );
    const { backend, namespace } = opened;
    await backend.expire(namespace, restored!.id, 'manual', actAt(10));
    const [learned, gone] = await stored(
      { content: 'New', createdAt: at(1_500) },
      { content: 'Soon gone', createdAt: at(1_600) },
    );
    await backend.edit(namespace, edited!.id, anEdit({ content: 'Other' }), actAt(1_100));
    await backend.edit(namespace, outdone!.id, anEdit({ supersededBy: kept!.id }), actAt(1_200));
    await backend.expire(namespace, expired!.id, 'manual', actAt(1_300));
    await backend.restore(namespace, restored!.id, actAt(1_400));
    await backend.edit(namespace, learned!.id, anEdit({ content: 'Newer' }), actAt(1_700));
    await backend.delete(namespace, deleted!.id, actAt(1_800));
    await backend.delete(namespace, gone!.id, actAt(1_900));
    await backend.expire(namespace, once!.id, 'manual', actAt(1_950));
    await backend.restore(namespace, once!.id, actAt(1_960));
    await backend.edit(namespace, later!.id, anEdit({ content: 'Too late' }), actAt(2_001));
    const period = { since: at(1_000), until: at(2_000) };
    expect(await opened.counts.changes(namespace, period, 10)).toEqual([
      { name: 'learned', count: 1, ids: [learned!.id] },
      { name: 'changed', count: 3, ids: [once!.id, restored!.id, edited!.id] },
      { name: 'superseded', count: 1, ids: [outdone!.id] },
      { name: 'forgotten', count: 2, ids: [expired!.id] },
    ]);
    const [, changed] = await opened.counts.changes(namespace, period, 1);
    expect(changed).toEqual({ name: 'changed', count: 3, ids: [once!.id] });
  });
});
