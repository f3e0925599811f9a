import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import {
  type Agent,
  AgentMemory,
  type AnswerPart,
  NotFoundError,
  ValidationError,
} from '../src/agent-memory.ts';

const app = useTestApp();
let memory: AgentMemory;

beforeAll(async () => {
  memory = new AgentMemory({ baseUrl: app.url, timeoutMs: 60_000 });
});

const newAgent = (): Agent => memory.agent(uniqueId(), { create: true });

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
};

describe('an agent', () => {
  it('is created by the first call, and recalls what it remembers', async () => {
    const agent = newAgent();
    const content = 'The user prefers dark themes';
    const stored = await agent.remember(content, { type: 'preference', tags: ['editor'], sourceRef: 'a/1' });
    expect(stored).toMatchObject({ status: 'queued', type: 'preference', confidence: 0.8 });

    const filter = { limit: 5, minScore: 0.2, type: ['preference' as const] };
    const { memories, count } = await agent.recall('which theme?', filter);

    expect(count).toBe(1);
    expect(memories[0]).toMatchObject({ id: stored.memoryId, content, tags: ['editor'], sourceRef: 'a/1' });
    expect(memories[0]?.createdAt).toEqual(app.clock.now());
    const { count: none } = await agent.recall('which theme?', { createdAfter: new Date(Date.UTC(2030, 0)) });
    expect(none).toBe(0);
  });

  it('finds memories by scopes and metadata', async () => {
    const agent = newAgent();
    const metadata = { my_project: 'atlas', isOpen: true };
    const { memoryId } = await agent.remember('The export is due', { scope: 'user:dana', metadata });
    await agent.remember('The import is due', { scope: 'user:ben' });
    await agent.remember('The report is due');
    const ids = ({ memories }: { memories: { id: string }[] }) => memories.map(({ id }) => id);
    const filter = { scopes: ['user:d*'], metadata: { my_project: ['atlas', 'zeus'], isOpen: true } };
    expect(await agent.memories.get(memoryId)).toMatchObject({ scope: 'user:dana', metadata });
    expect(ids(await agent.recall('due', filter))).toEqual([memoryId]);
    expect(ids(await agent.recent(filter))).toEqual([memoryId]);
    expect(ids(await agent.memories.list(filter))).toEqual([memoryId]);
    expect(ids(await agent.changedSince('2026-01-01', filter))).toEqual([memoryId]);
    expect((await all(agent.all(filter))).map(({ id }) => id)).toEqual([memoryId]);
    expect((await agent.memories.list({ scopes: [null] })).memories).toMatchObject([
      { content: 'The report is due', scope: null, metadata: {} },
    ]);
    const { sources } = await agent.answer('What is due?', filter);
    expect(sources.map((each) => each.memoryId)).toEqual([memoryId]);
  });

  it('says what holds, what held, and what bears on a question', async () => {
    const agent = newAgent();
    const { memoryId: old } = await agent.remember('Ana lives in Lisbon', { validFrom: '2026-01-01' });
    const fields = {
      validFrom: new Date('2026-04-01'),
      supersedes: [old],
      names: ['Anita'],
      key: 'ana.city',
    };
    const { memoryId } = await agent.remember('Ana lives in Porto', fields);

    const now = await agent.recall('Where does Ana live?', { cut: 'auto' });
    expect(now).toMatchObject({
      verdict: 'found',
      leftOut: 0,
      memories: [
        { id: memoryId, current: true, names: ['Anita'], key: 'ana.city', bears: { certainty: 'high' } },
      ],
    });
    const ever = await agent.recall('Where does Ana live?', { include: 'superseded' });
    const former = ever.memories.find(({ id }) => id === old);
    expect(former).toMatchObject({ current: false, supersededBy: memoryId, validTo: new Date('2026-04-01') });
    for (const validAt of ['2026-02-01', new Date('2026-02-01')]) {
      const { memories } = await agent.recall('Where does Ana live?', { validAt });
      expect(memories.map(({ id }) => id)).toEqual([old]);
    }
    const { memories: then } = await agent.asOf(app.clock.now(), { validAt: '2026-02-01' });
    expect(then.map(({ id }) => id)).toEqual([old]);

    await agent.memories.update(memoryId, { validTo: '2026-04-15', past: true });
    const edited = await agent.memories.get(memoryId);
    expect(edited).toMatchObject({ validTo: new Date('2026-04-15'), past: true, current: false });
  });

  it('shares one session among parallel calls', async () => {
    const agent = newAgent();
    await Promise.all(Array.from({ length: 16 }, (_, i) => agent.remember(`Note ${i}`)));
    expect(await memory.agents.get(agent.id)).toMatchObject({ sessionCount: 1, memoryCount: 16 });
  });

  it('that does not exist is an error without `create`', async () => {
    const error: unknown = await memory
      .agent('no-such-agent')
      .recent()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'AgentNotFound', status: 404 });
  });

  it('stores many in one request, and none twice with `dedupe`', async () => {
    const agent = newAgent();
    const memories = [{ content: 'One' }, { content: 'Two', tags: ['x'] }];
    await agent.rememberMany(memories);
    const again = await agent.rememberMany(memories, { dedupe: true });
    expect(again.results.map(({ status }) => status)).toEqual(['duplicate', 'duplicate']);
  });

  it('lists in time', async () => {
    const agent = newAgent();
    await agent.remember('Before');
    const before = app.clock.now();
    app.clock.advance({ hours: 1 });
    await agent.remember('After');

    expect(await agent.recent({ limit: 1 })).toMatchObject({ count: 1, totalAvailable: 2 });
    const { memories, asOfDate } = await agent.asOf(before);
    expect(memories.map(({ content }) => content)).toEqual(['Before']);
    expect(asOfDate).toEqual(before);
    const changed = await agent.changedSince(before);
    expect(changed.memories.map(({ content, changeType }) => [content, changeType])).toEqual([
      ['After', 'created'],
    ]);
    const contents = (await all(agent.all({ tags: null }))).map(({ content }) => content);
    expect(contents.sort()).toEqual(['After', 'Before']);
    expect((await all(agent.all({ limit: 1 }))).map(({ content }) => content)).toEqual(['Before']);
  });

  it('answers, at once and as a stream', async () => {
    const agent = newAgent();
    await agent.remember('The deploy key is rotated on Mondays');

    const { answer, sources } = await agent.answer('When is the deploy key rotated?');
    expect(answer).toContain('Mondays');
    expect(sources).toHaveLength(1);

    const parts = await all<AnswerPart>(agent.answerStream('When is the deploy key rotated?'));
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toBe(answer);
    expect(parts.at(-2)).toMatchObject({ type: 'sources', sources, generatedBy: 'extractive' });
    expect(parts.at(-1)).toEqual({ type: 'done' });
  });

  it('extracts from messages, and sums up a day', async () => {
    const agent = newAgent();
    const messages = [{ role: 'user', content: 'I prefer tabs over spaces in Go files.' }];
    const dry = await agent.extract(messages, { dryRun: true });
    expect(dry.dryRun).toBe(true);
    expect(await agent.recent()).toMatchObject({ count: 0 });
    await agent.remember('The build broke at noon', { type: 'event' });
    const { date, summary } = await agent.dailySummary(app.clock.now());
    expect(date).toBe(app.clock.now().toISOString().slice(0, 10));
    expect(summary).toMatchObject({ status: 'success', memoryCount: 1, byType: { event: 1 } });
  });
});

describe('agent.memories', () => {
  it('edits what was read, and not what somebody changed since', async () => {
    const agent = newAgent();
    const { memoryId: id } = await agent.remember('Draft');
    const read = { ifUpdatedAt: (await agent.memories.get(id)).updatedAt };
    await agent.memories.update(id, { content: 'Second draft' }, read);
    await expect(agent.memories.update(id, { content: 'x' }, read)).rejects.toMatchObject({ status: 412 });
    expect((await agent.memories.get(id)).content).toBe('Second draft');
    await agent.policy.set({}, { ifUpdatedAt: (await agent.policy.get()).updatedAt });
    await expect(agent.policy.set({}, { ifUpdatedAt: null })).rejects.toMatchObject({ status: 412 });
  });

  it('gets, edits, expires, restores, shows the history, and deletes', async () => {
    const agent = newAgent();
    const { memoryId: id } = await agent.remember('Draft');

    await agent.memories.update(id, { content: 'Final', sourceRef: 'doc/1' });
    expect(await agent.memories.get(id)).toMatchObject({ content: 'Final', sourceRef: 'doc/1' });
    expect(await agent.memories.expire(id, 'outdated')).toMatchObject({ expiredBy: 'outdated' });
    expect((await agent.memories.get(id)).expiredAt).toEqual(app.clock.now());
    await agent.memories.restore(id);
    const { entries } = await agent.memories.history(id, { limit: 10 });
    expect(entries.map(({ event }) => event).sort()).toEqual(['created', 'edited', 'expired', 'restored']);
    expect(entries[0]?.at).toBeInstanceOf(Date);
    await agent.memories.delete(id);
    await expect(agent.memories.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('are found and deleted by their reference in a scope', async () => {
    const agent = newAgent();
    const named = { sourceRef: 'chat/42#7', scope: 'user:dana' };
    const { memoryId } = await agent.remember('The export is due', named);
    await expect(agent.memories.getByRef('chat/42#7')).rejects.toBeInstanceOf(NotFoundError);
    expect(await agent.memories.getByRef('chat/42#7', { scope: 'user:dana' })).toMatchObject({
      id: memoryId,
      ...named,
    });
    expect(await agent.memories.deleteByRef('chat/42#7', { scope: 'user:dana' })).toMatchObject({ memoryId });
    await expect(agent.memories.get(memoryId)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('are listed in pages, by reference too, and a reference is edited by `upsert`', async () => {
    const agent = newAgent();
    for (const line of [1, 2, 3])
      await agent.remember(`Line ${line}`, { sourceRef: `doc#${line}`, tags: ['doc'] });
    const first = await agent.memories.list({ limit: 2, tags: 'doc' });
    expect(first).toMatchObject({ count: 2, totalAvailable: 3, nextCursor: expect.any(String) });
    const rest = await agent.memories.list({ limit: 2, tags: 'doc', cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ count: 1, nextCursor: null });
    const stored = await agent.remember('Line two', { sourceRef: 'doc#2', upsert: true });
    expect(stored.action).toBe('update');
    const { memories } = await agent.memories.list({ sourceRef: ['doc#2', 'doc#3'], type: 'fact' });
    expect(memories.map(({ content }) => content).sort()).toEqual(['Line 3', 'Line two']);
  });

  it('refuses bad values with their place', async () => {
    const error: unknown = await newAgent()
      .remember('x', { confidence: 2 })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues[0]?.loc).toEqual(['body', 'confidence']);
    expect((error as ValidationError).requestId).toEqual(expect.any(String));
  });
});

describe('agent.policy', () => {
  it('is set, applied, undone and purged', async () => {
    const agent = newAgent();
    expect((await agent.policy.get()).isEmpty).toBe(true);
    const rules = [{ name: 'my_rule', match: { tags: ['old'] }, expireAfter: '1d' }];
    await agent.policy.set({ retention: { context: '7d' }, rules });
    expect((await agent.policy.get()).policy).toMatchObject({ retention: { context: '7d' }, rules });

    const { memoryId } = await agent.remember('Gone soon', { tags: ['old'] });
    app.clock.advance({ hours: 25 });
    expect(await agent.policy.apply({ dryRun: true })).toMatchObject({ matched: 1, expired: 0 });
    const sweep = await agent.policy.apply();
    expect(sweep).toMatchObject({ expired: 1, perRule: { my_rule: 1 } });
    expect(sweep.memories[0]).toMatchObject({ id: memoryId, expiredBy: 'my_rule' });
    const { sweeps } = await agent.policy.sweeps({ limit: 5 });
    expect(sweeps[0]).toMatchObject({ sweepId: sweep.sweepId, finishedAt: expect.any(Date) });
    expect(await agent.policy.undo(sweep.sweepId ?? '')).toMatchObject({ restored: 1 });
    expect(await agent.policy.purge({ dryRun: true })).toMatchObject({ enabled: false });
    expect((await agent.policy.presets()).presets.map(({ name }) => name)).toContain('balanced');
    expect(await agent.policy.preset('balanced')).toMatchObject({ policy: { rules: [{ name: 'pinned' }] } });
  });
});

describe('agent.traces', () => {
  it('lists, shows and filters what recalls gave', async () => {
    const agent = newAgent();
    const { memoryId } = await agent.remember('The user likes the dark theme.');
    await agent.recall('Which theme does the user like?');
    const { traces } = await agent.traces.list({ memoryId, since: new Date(0) });
    expect(traces).toMatchObject([{ mode: 'recall', at: expect.any(Date), memories: [{ memoryId }] }]);
    const trace = await agent.traces.get(traces[0]?.traceId ?? '');
    expect(trace).toMatchObject({ agentId: agent.id, memories: [{ now: 'same', reason: 'returned' }] });
    expect(await agent.traces.uses(memoryId, { limit: 1 })).toMatchObject({ count: 1, nextCursor: null });
  });
});

describe('agent.links', () => {
  it('lists what replaced what, and takes it back', async () => {
    const agent = newAgent();
    const { memoryId: old } = await agent.remember('We deploy on Fridays');
    const { memoryId: now } = await agent.remember('We deploy on Mondays', { supersedes: [old] });
    const { links } = await agent.links.list({ memoryId: now, since: new Date(0) });
    expect(links).toMatchObject([{ state: 'applied', olderId: old, madeAt: expect.any(Date) }]);
    const id = links[0]?.linkId ?? '';
    expect(await agent.links.reject(id)).toMatchObject({ state: 'rejected', agentId: agent.id });
    expect(await agent.links.apply(id)).toMatchObject({ state: 'applied' });
    expect(await agent.links.undo()).toMatchObject({ rejected: [id], hasMore: false });
    expect((await agent.memories.get(old)).current).toBe(true);
  });
});

describe('agent.conflicts', () => {
  it('are found, listed and resolved', async () => {
    const agent = newAgent();
    await agent.remember('The office is in Berlin.');
    await agent.remember('The office is not in Berlin.');
    const { conflicts: found } = await agent.conflicts.generate({ date: app.clock.now() });
    const { conflicts, count } = await agent.conflicts.list();
    expect(count).toBe(found.conflictCount);
    expect(conflicts[0]).toMatchObject({ resolved: false, oldCreatedAt: expect.any(Date) });
    const options = { content: 'The office moved from Berlin to Hamburg.', type: 'event' as const };
    const resolved = await agent.conflicts.resolve(conflicts[0]?.conflictId ?? '', 'manual', options);
    expect(resolved).toMatchObject({ status: 'resolved', action: 'manual', newMemoryId: expect.any(String) });
    expect(await agent.conflicts.list()).toMatchObject({ count: count - 1 });
    expect((await agent.recent()).memories).toMatchObject([options]);
  });
});
