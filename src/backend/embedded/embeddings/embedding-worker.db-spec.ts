import { newTestBackend, type TestBackend } from '../../../../test/support/backend';
import { newTestStore, type TestStore } from '../../../../test/support/database';
import { eventually } from '../../../../test/support/eventually';
import { hashedEmbedding } from '../../../../test/support/hashed-embedding';
import { aMemory, NO_FILTER, START } from '../../../../test/support/memories';
import { PrismaService } from '../../../database/prisma.service';
import { Embedder, EmbedderTimeout } from '../../../inference/embedder';
import { NO_PREFIXES } from '../../../inference/known-models';

/** Passes its time-out with more than `most` texts, or with one that it never finishes. */
class SlowEmbedder extends Embedder {
  readonly model = 'hash-32';
  readonly sizes: number[] = [];
  hangsOn = '';
  prefixes = NO_PREFIXES;

  constructor(
    private readonly most: number,
    /** Whether it returns what it finished before the time-out. */
    private readonly keeps: boolean,
  ) {
    super();
  }

  prefixesOf() {
    return this.prefixes;
  }

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    this.sizes.push(texts.length);
    const vectors = texts.map((text) => hashedEmbedding(text, this.model));
    const hangs = this.hangsOn !== '' && texts.includes(this.hangsOn);
    if (texts.length <= this.most && !hangs) return Promise.resolve(vectors);
    const finished = hangs || !this.keeps ? [] : vectors.slice(0, this.most);
    return Promise.reject(new EmbedderTimeout('too late', new Map(finished.entries())));
  }
}

let store: TestStore;
let database: PrismaService;
let backend: TestBackend;

beforeEach(async () => {
  store = await newTestStore();
  database = await PrismaService.open(store.env, (error) => {
    throw error;
  });
});

afterEach(async () => {
  await backend.worker.onModuleDestroy();
  await backend.backend.onModuleDestroy();
  await database.close();
  await store.remove();
});

async function embedAll(embedder: SlowEmbedder, contents: readonly string[]): Promise<void> {
  backend = newTestBackend(database, store.env, embedder);
  await backend.backend.createNamespace('n', new Date(START));
  backend.worker.onApplicationBootstrap();
  await eventually(
    () => Promise.resolve(backend.worker.currentModel()),
    (model) => model !== null,
  );
  await backend.backend.store(
    'n',
    contents.map((content) => aMemory({ content })),
    { dedupe: false },
  );
}

const waiting = async () => (await backend.worker.report())?.backlog?.waiting ?? null;

describe('a batch that passes the time-out', () => {
  const CONTENTS = Array.from({ length: 40 }, (_, i) => `Note ${i} about ships`);

  it.each([
    ['keeps what was finished', true],
    ['is halved until it is finished', false],
  ])('%s', async (_, keeps) => {
    const embedder = new SlowEmbedder(5, keeps);
    await embedAll(embedder, CONTENTS);
    await eventually(waiting, (count) => count === 0);
    expect(Math.min(...embedder.sizes)).toBeLessThanOrEqual(5);
  });

  it('does not hold up the other memories when one text is the reason', async () => {
    const embedder = new SlowEmbedder(64, true);
    embedder.hangsOn = CONTENTS[20]!;
    await embedAll(embedder, CONTENTS);
    await eventually(waiting, (count) => count === 1);
    embedder.hangsOn = '';
    await eventually(waiting, (count) => count === 0);
  });
});

it('embeds memories that are stored one by one in few batches', async () => {
  const embedder = new SlowEmbedder(64, true);
  await embedAll(embedder, []);
  embedder.sizes.length = 0;
  for (let i = 0; i < 30; i++) {
    await backend.backend.store('n', [aMemory({ content: `Note ${i}` })], { dedupe: false });
  }
  await eventually(waiting, (count) => count === 0);
  const total = embedder.sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBe(30);
  expect(embedder.sizes.length).toBeLessThanOrEqual(10);
});

describe('a search for what is like a memory', () => {
  const CONTENTS = ['The harbour opens at six', 'The harbour closes at nine', 'Ships need a pilot'];
  const likeMemory = async () => {
    const filter = NO_FILTER;
    const { memories } = await backend.backend.page('n', filter, null, 10);
    const [memory] = memories.filter(({ content }) => content === CONTENTS[0]);
    return {
      query: CONTENTS[0]!,
      ofMemory: memory!.id,
      limit: 3,
      minScore: 0,
      explain: false,
      at: new Date(START),
      filter,
    };
  };

  it('compares its stored vector, and does not ask the model for another', async () => {
    const embedder = new SlowEmbedder(64, true);
    await embedAll(embedder, CONTENTS);
    await eventually(waiting, (count) => count === 0);
    embedder.sizes.length = 0;
    const like = await likeMemory();
    const { results, retrieval } = await backend.backend.search('n', like);
    expect(retrieval).toBe('hybrid');
    expect(results[0]!.memory.content).toBe(CONTENTS[0]);
    expect(results[0]!.vector!.similarity).toBeCloseTo(1, 2);
    expect(embedder.sizes).toEqual([]);
  });

  it('asks a model that takes queries otherwise than memories', async () => {
    const embedder = new SlowEmbedder(64, true);
    embedder.prefixes = { query: 'query: ', text: 'passage: ' };
    await embedAll(embedder, CONTENTS);
    await eventually(waiting, (count) => count === 0);
    embedder.sizes.length = 0;
    await backend.backend.search('n', await likeMemory());
    expect(embedder.sizes).toEqual([1]);
  });
});
