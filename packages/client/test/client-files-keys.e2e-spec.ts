import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import {
  type Agent,
  AgentMemory,
  ConflictError,
  NotFoundError,
  ValidationError,
} from '../src/agent-memory.ts';

const app = useTestApp();
let memory: AgentMemory;

beforeAll(async () => {
  memory = new AgentMemory({ baseUrl: app.url, timeoutMs: 60_000 });
});

const newAgent = (): Agent => memory.agent(uniqueId(), { create: true });

describe('agent.memories', () => {
  it('expires and restores many, and names those that do not exist', async () => {
    const agent = newAgent();
    const stored = await agent.rememberMany([{ content: 'Tea' }, { content: 'Milk' }]);
    const ids = stored.results.map(({ id }) => id);
    const { memoryId: deleted } = await agent.remember('Sugar');
    await agent.memories.delete(deleted);
    const expired = await agent.memories.expireMany([...ids, deleted], 'old');
    expect(expired).toMatchObject({ changed: ids, unchanged: 0, missing: [deleted] });
    expect((await agent.memories.list({ status: 'expired' })).memories).toHaveLength(2);
    expect(await agent.memories.restoreMany(ids)).toMatchObject({ changed: ids, missing: [] });
  });

  it.each(['', '.', '..'])('never takes the address of another operation for the id %p', async (id) => {
    const agent = newAgent();
    await agent.remember('Tea');
    const calls = [
      agent.memories.get(id),
      agent.memories.delete(id),
      agent.files.delete(id),
      memory.keys.revoke(id),
    ];
    for (const call of await Promise.allSettled(calls))
      expect(call).toMatchObject({ reason: expect.any(ValidationError) });
    await expect(memory.agent(id).recent()).rejects.toThrow(`'${id}' cannot be an id`);
    expect(await agent.recent()).toMatchObject({ count: 1 });
  });
});

describe('agent.files', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-files-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const bytes = Buffer.from('The cellar key hangs behind the blue door.\n');

  it.each<[string, (path: string) => Parameters<Agent['files']['upload']>[0], number | null]>([
    ['a path', (path) => path, bytes.length],
    ['a Buffer', () => bytes, bytes.length],
    ['a File', () => new File([bytes], 'notes.txt'), bytes.length],
    ['a stream of the web', () => new Blob([bytes]).stream() as ReadableStream<Uint8Array>, null],
    ['a stream of Node', () => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), null],
  ])('are uploaded from %s', async (_, source, totalBytes) => {
    const agent = newAgent();
    const path = join(folder, 'notes.txt');
    await writeFile(path, bytes);
    const onProgress = jest.fn();

    const { fileId, fileSize } = await agent.files.upload(source(path), {
      filename: 'notes.txt',
      onProgress,
    });

    expect(fileSize).toBe(bytes.length);
    expect(onProgress).toHaveBeenLastCalledWith({ sentBytes: bytes.length, totalBytes });
    const indexed = await agent.files.waitUntilIndexed(fileId);
    expect(indexed).toMatchObject({ fileName: 'notes.txt', status: 'indexed', chunks: 1 });
    expect((await agent.recall('where is the cellar key?')).count).toBe(1);
  });

  it.each([
    ['a Buffer', (large: Uint8Array<ArrayBuffer>) => large],
    ['a Blob', (large: Uint8Array<ArrayBuffer>) => new Blob([large])],
  ])('report the progress of %s in pieces', async (_, source) => {
    const large = new Uint8Array(Buffer.alloc(400_000, 'The cellar key hangs behind the blue door.\n'));
    const sent: number[] = [];
    await newAgent().files.upload(source(large), {
      filename: 'large.txt',
      onProgress: ({ sentBytes }) => sent.push(sentBytes),
    });
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.at(-1)).toBe(large.length);
  });

  it('are listed, got and deleted, and a broken one says why', async () => {
    const agent = newAgent();
    const { fileId } = await agent.files.upload(Buffer.from('not a PDF'), { filename: 'größe (1).pdf' });
    const failure: unknown = await agent.files.waitUntilIndexed(fileId).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'FileFailed' });
    expect((await agent.files.get(fileId)).fileName).toBe('größe (1).pdf');
    expect(await agent.files.list({ limit: 1 })).toMatchObject({ count: 1, files: [{ fileId }] });
    await agent.files.delete(fileId);
    expect(await agent.files.list()).toMatchObject({ count: 0 });
  });

  it('need a name, and are no folders', async () => {
    await expect(newAgent().files.upload(bytes)).rejects.toThrow('filename');
    await expect(newAgent().files.upload(folder)).rejects.toThrow('is a folder: give a file');
  });
});

describe('the service', () => {
  it('creates, lists and deletes agents', async () => {
    const id = uniqueId();
    app.clock.advance({ minutes: 1 });
    const made = await memory.agents.create(id, { pattern: 'project', description: 'A test' });
    expect(made).toMatchObject({
      agentId: id,
      pattern: 'project',
      lastSession: null,
      createdAt: app.clock.now(),
    });
    const changed = await memory.agents.update(id, { description: 'Another', pattern: 'tool' });
    expect(changed).toMatchObject({ description: 'Another', pattern: 'tool' });
    await expect(memory.agents.create(id)).rejects.toBeInstanceOf(ConflictError);
    const { agents, nextCursor } = await memory.agents.list({ limit: 1, includeCounts: false });
    expect(agents[0]?.agentId).toBe(id);
    const page = await memory.agents.list({ limit: 1, ...(nextCursor ? { cursor: nextCursor } : {}) });
    expect(page.agents[0]?.agentId).not.toBe(id);
    await memory.agents.delete(id, { deleteMemories: true });
    await expect(memory.agents.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('makes keys, which need no session, and revokes them', async () => {
    const owner = newAgent();
    await owner.remember('Kept by the owner');
    const made = await memory.keys.create({
      name: 'reader',
      agents: [owner.id, 'made-*'],
      access: 'read',
      expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
    });
    const withKey = (apiKey: string): AgentMemory =>
      new AgentMemory({ baseUrl: app.url, apiKey, timeoutMs: 60_000 });
    const reader = withKey(made.key).agent(owner.id);

    expect((await reader.recent()).count).toBe(1);
    await expect(reader.remember('No')).rejects.toMatchObject({
      name: 'PermissionError',
      code: 'KeyNotAllowed',
    });
    await expect(withKey(made.key).agent('other').recent()).rejects.toMatchObject({ code: 'KeyNotForAgent' });
    expect(await memory.agents.get(owner.id)).toMatchObject({ sessionCount: 1 });

    const manager = await memory.keys.create({ name: 'manager', agents: ['made-*'], access: 'manage' });
    await withKey(manager.key).agent('made-1', { create: true }).remember('The first call creates the agent');
    const { keys } = await memory.keys.list();
    expect(keys.map(({ keyId, name }) => [keyId, name])).toContainEqual([made.keyId, 'reader']);
    expect(keys.find(({ keyId }) => keyId === made.keyId)?.expiresAt).toBeInstanceOf(Date);
    expect(await memory.keys.revoke(made.keyId)).toEqual({ status: 'revoked', keyId: made.keyId });
    await expect(reader.recent()).rejects.toMatchObject({
      name: 'AuthenticationError',
      code: 'InvalidApiKey',
    });
  });

  it('says how it is', async () => {
    expect(await memory.health()).toMatchObject({ status: 'ok', uptimeSeconds: expect.any(Number) });
  });
});

describe('closing', () => {
  it('leaves the session to others, or ends it when asked', async () => {
    const [one, two] = [newAgent(), newAgent()].map(({ id }) => memory.agent(id, { create: true })) as [
      Agent,
      Agent,
    ];
    await one.remember('Mine');
    expect(await one.close()).toBeNull();
    await one.remember('Joined again');
    expect(await memory.agents.get(one.id)).toMatchObject({ sessionCount: 1 });

    await two.remember('Ours');
    expect(await two.close({ deactivate: true })).toMatchObject({
      memoriesCreated: 1,
      endedAt: expect.any(Date),
    });
    await two.remember('In a new session');
    expect(await memory.agents.get(two.id)).toMatchObject({ sessionCount: 2 });
  });

  it('ends a session that another client has renewed', async () => {
    const one = newAgent();
    const two = memory.agent(one.id);
    await Promise.all([one.remember('Mine'), one.recent()]);
    await two.remember('Ours');
    app.clock.advance({ hours: 5.75 });
    await two.recent();
    expect(await one.close({ deactivate: true, timeoutMs: 30_000 })).toMatchObject({ memoriesCreated: 2 });
    expect(await one.close({ deactivate: true })).toBeNull();
    expect(await memory.agents.get(one.id)).toMatchObject({ sessionCount: 1 });
  });
});
