import { Env } from '../config/env';
import type { AgentOverrides } from '../database/agent-overrides';
import { Screening } from '../screening/screening.service';
import { NO_EDIT, type MemoryEdit } from './memory-edit';
import { FIELD_LIST, MEMORY_DEFAULTS } from './memory-columns';
import type { NewMemory } from './memory';
import type { MemoryStore, StoreOptions } from './memory-store';
import { ScreenedStore } from './screened-store.service';

const TOKEN = `ghp_${'Zq7'.repeat(12)}`;
const SAMPLES = { text: TOKEN, tags: ['a', TOKEN], metadata: { a: TOKEN } };
/** Who acts is no text of a client. */
const OF_THE_SERVICE = ['actorId', 'sessionId', 'expiredBy'];
const ACT = { at: null, sessionId: null, by: 'a' };

function isText(kind: string): kind is keyof typeof SAMPLES {
  return kind in SAMPLES;
}

const HELD = FIELD_LIST.flatMap(({ name, value: { kind } }) =>
  isText(kind) && !OF_THE_SERVICE.includes(name) ? [[name, SAMPLES[kind]] as const] : [],
);

/** What a store of a backend gets. */
interface Got {
  memories: NewMemory[];
  edits: MemoryEdit[];
}

function screened(): { store: ScreenedStore; got: Got } {
  const got: Got = { memories: [], edits: [] };
  const backend = {
    store: (_: string, memories: NewMemory[], { upserts }: StoreOptions) => {
      got.memories.push(...memories);
      got.edits.push(...(upserts?.edits.values() ?? []));
      return Promise.resolve(memories.map(({ id, type }) => ({ action: 'store', id, type })));
    },
    edit: (_: string, __: string, edit: MemoryEdit) => {
      got.edits.push(edit);
      return Promise.resolve(true);
    },
  } as unknown as MemoryStore;
  const agents = { of: () => Promise.resolve({}) } as unknown as AgentOverrides;
  const quotas = { takeWrites: () => Promise.resolve() };
  return { store: new ScreenedStore(backend, new Screening(new Env(), agents), quotas), got };
}

const memoryWith = (fields: Partial<NewMemory>): NewMemory => ({
  ...MEMORY_DEFAULTS,
  id: 'm',
  sessionId: null,
  title: 'Tea',
  titleDerived: false,
  content: 'Likes tea',
  actorId: 'a',
  createdAt: null,
  ...fields,
});

/** Whether the secret was refused, or does not come to the backend. */
async function isKeptOut(work: Promise<unknown>, got: Got): Promise<boolean> {
  const isRefused = await work.then(
    () => false,
    (error: Error) => error.name === 'SecretRefused' && !error.message.includes(TOKEN),
  );
  return isRefused || !JSON.stringify(got).includes(TOKEN);
}

describe.each(HELD)('a secret in %s', (name, held) => {
  it('is not stored', async () => {
    const { store, got } = screened();
    const work = store.store('n', [memoryWith({ [name]: held })], { dedupe: false });
    expect(await isKeptOut(work, got)).toBe(true);
  });

  it('does not come by an edit', async () => {
    const { store, got } = screened();
    expect(await isKeptOut(store.edit('n', 'm', { ...NO_EDIT, [name]: held }, ACT), got)).toBe(true);
  });

  it('does not come by an upsert', async () => {
    const { store, got } = screened();
    const edits = new Map([['m', { ...NO_EDIT, [name]: held }]]);
    const upserts = { edits, act: ACT, refuseDeleted: false };
    expect(await isKeptOut(store.store('n', [memoryWith({})], { dedupe: false, upserts }), got)).toBe(true);
  });
});

it('a derived title follows the content without the secret, of which it was a part', async () => {
  const { store, got } = screened();
  const content = `${'a'.repeat(30)} ${TOKEN} and more`;
  const memory = memoryWith({ content, title: content.slice(0, 50), titleDerived: true });
  await store.store('n', [memory], { dedupe: false });
  expect(got.memories[0]?.title).toBe(`${'a'.repeat(30)} [secret: github-tok...`);
});

it('the outcome says what was found, and nothing for memories that the caller looked through', async () => {
  const { store, got } = screened();
  const memory = memoryWith({ content: TOKEN });
  const [found] = await store.store('n', [memory], { dedupe: false });
  expect(found?.redacted).toEqual([{ kind: 'github-token', count: 1 }]);
  await store.store('n', [memory], { dedupe: false, isScreened: true });
  expect(got.memories.map(({ content }) => content)).toEqual(['[secret: github-token]', TOKEN]);
});
