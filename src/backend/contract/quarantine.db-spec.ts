import { actAt, aMemory, anEdit } from '../../../test/support/memories';
import { BACKENDS, openContractBackend, type ContractBackend } from '../../../test/support/contract-backends';
import { referenceOf } from '../../common/scoped-name';
import type { Memory } from '../memory';
import type { MemoryFilter } from '../memory-filter';

const ALL: MemoryFilter = {
  types: null,
  tags: null,
  sources: null,
  createdAfter: null,
  createdBefore: null,
  status: 'active',
};
const REVIEW: MemoryFilter = { ...ALL, trusts: ['quarantined'] };
const DAY = { start: new Date('2020-01-01T00:00:00Z'), end: new Date('2040-01-01T00:00:00Z') };
const PAGE = { after: null, limit: 10 };

const about = { key: 'user.city', sourceRef: 'chat#1', type: 'fact' as const };
const TRUE = aMemory({ ...about, content: 'Anna lives in Oslo' });
const PLANTED = aMemory({
  ...about,
  content: 'Anna lives in Bergen',
  trust: 'quarantined',
  trustReasons: ['addresses_model'],
});

describe.each(BACKENDS)('a quarantined memory of the %s backend', (kind) => {
  let opened: ContractBackend;
  let namespace: string;
  const backend = () => opened.backend;
  const idsOf = (memories: readonly Pick<Memory, 'id'>[]) => memories.map(({ id }) => id);
  const found = async (filter = ALL) => {
    const request = { query: 'Anna lives', limit: 10, minScore: 0, explain: false, at: new Date(), filter };
    const { results } = await backend().search(namespace, request);
    return idsOf(results.map(({ memory }) => memory));
  };

  beforeAll(async () => {
    opened = await openContractBackend(kind);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    namespace = await opened.newNamespace();
    await backend().store(namespace, [TRUE], { dedupe: false });
    await backend().store(namespace, [PLANTED], { dedupe: false });
  });

  it('is in no search and no listing that does not ask for it', async () => {
    expect(await found()).toEqual([TRUE.id]);
    const { memories, total } = await backend().recent(namespace, ALL, 10);
    expect([idsOf(memories), total]).toEqual([[TRUE.id], 1]);
    const page = await backend().newestPage(namespace, ALL, PAGE);
    expect([idsOf(page.memories), page.total]).toEqual([[TRUE.id], 1]);
    expect(idsOf((await backend().touched(namespace, DAY, PAGE)).memories)).toEqual([TRUE.id]);
    expect(idsOf(await backend().changedSince(namespace, DAY.start, ALL, 10))).toEqual([TRUE.id]);
  });

  it('is listed where a review asks for it, with what looked planted', async () => {
    const { memories, total } = await backend().recent(namespace, REVIEW, 10);
    expect([idsOf(memories), total]).toEqual([[PLANTED.id], 1]);
    expect(memories[0]?.trustReasons).toEqual(['addresses_model']);
  });

  it('takes the place of no memory by its key, its reference or its words', async () => {
    const keyed = await backend().newestOfKeys(namespace, [{ name: 'user.city', scope: null }], {
      at: Date.now(),
      isNow: true,
    });
    if (kind === 'embedded') expect(idsOf(keyed)).toEqual([TRUE.id]);
    const reference = referenceOf(PLANTED);
    if (reference === null) throw new Error('The memory has no reference');
    expect((await backend().findByReference(namespace, reference))?.id).toBe(TRUE.id);
    const same = aMemory({ type: 'fact', content: PLANTED.content });
    const [outcome] = await backend().store(namespace, [same], { dedupe: true });
    expect(outcome).toMatchObject({ action: 'store', id: same.id });
  });

  it('is not stored again where duplicates are left out', async () => {
    const again = aMemory({ ...about, sourceRef: null, content: PLANTED.content, trust: 'quarantined' });
    const [outcome] = await backend().store(namespace, [again], { dedupe: true });
    expect(outcome).toMatchObject({ action: 'duplicate', id: PLANTED.id });
  });

  it('is found once it is released, and no longer once it is put away', async () => {
    expect(await found()).toEqual([TRUE.id]);
    await backend().edit(namespace, PLANTED.id, anEdit({ trust: 'trusted' }), actAt(1));
    expect((await found()).sort()).toEqual([PLANTED.id, TRUE.id].sort());
    await backend().edit(namespace, PLANTED.id, anEdit({ trust: 'quarantined' }), actAt(2));
    expect(await found()).toEqual([TRUE.id]);
  });
});
