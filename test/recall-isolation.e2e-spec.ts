import * as fc from 'fast-check';
import { MEMORY_TYPES } from '../src/backend/memory';
import { activate, newSession, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { startTestApp, type TestApp } from './support/test-app';
import { itEmbedded } from './support/kind-of-run';
import { propertyCases } from './support/property-cases';

interface Recalled {
  id: string;
  agent_id: string;
  content: string;
}

/** One begins like the other, differs by its case, or holds what a pattern takes for anything. */
const AGENTS = ['iso', 'iso_', 'iso-', 'ISO', 'isolated'];
const SECRETS = ['zebra', 'vault', 'secret'];

let store: TestStore;
let app: TestApp;
let sessions: TestSession[];
let mine: TestSession;
let own: Set<string>;

beforeAll(async () => {
  store = await newTestStore();
  app = await startTestApp({ store });
  for (const agentId of AGENTS) await fill(await newSession(app, agentId));
  // Started again, it makes its indexes from the whole table rather than from what is new in it.
  await app.close();
  app = await startTestApp({ store });
  sessions = [];
  for (const agentId of AGENTS) sessions.push(await activate(app, agentId));
  mine = sessions[0]!;
  own = new Set(await idsOf(mine));
});

afterAll(async () => {
  await app.close();
  await store.remove();
});

/** Contents that all agents share, and some that name the agent. */
async function fill(session: TestSession): Promise<void> {
  const contents = [...SECRETS, 'the same planet', `property of ${session.agentId}`, 'a b c 1 2 3'];
  const memories = contents.map((content) => ({ content, tags: ['shared'], source: 'vault' }));
  await session.call('post', 'batch-remember').send({ memories }).expect(200);
}

async function idsOf(session: TestSession): Promise<string[]> {
  const { body } = await session.call('post', 'recall/all').send({}).expect(200);
  return (body as { memories: Recalled[] }).memories.map(({ id }) => id);
}

/** Whatever a query may be made of to reach further than it should. */
function hostileParts(): fc.Arbitrary<string> {
  const theirs = sessions.slice(1);
  const names = theirs.flatMap(({ agentId, sessionId }) => [
    agentId,
    sessionId,
    `service_agent_${agentId}`,
    `property of ${agentId}`,
    `namespace:service_agent_${agentId}`,
    `../${agentId}/recall`,
  ]);
  const operators = [
    '*',
    '%',
    '_',
    '.*',
    '(.+)+$',
    '[a-z]*',
    '|',
    '&',
    '!',
    '~',
    '"',
    "'",
    '\\',
    ':*',
    '<->',
  ];
  const statements = [
    "' OR 1=1 --",
    "'; DROP TABLE memories; --",
    "') UNION SELECT * FROM memories --",
    '$1',
    '${namespace}',
    '{"$ne": null}',
    '__proto__',
    'constructor',
    'OR NOT agent_id:iso',
  ];
  return fc.oneof(
    fc.constantFrom(...names, ...operators, ...statements, ...SECRETS, 'same', 'planet'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  );
}

function hostileQueries(): fc.Arbitrary<string> {
  const joined = fc.array(hostileParts(), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '));
  return joined.filter((query) => query.trim() !== '' && [...query].length <= 1000 && !query.includes('\0'));
}

describe('recall of one agent among others with the same contents', () => {
  it('finds its own memories only, whatever the query holds', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(hostileQueries(), fc.constantFrom('active', 'all'), async (query, status) => {
        const { body } = await mine.call('post', 'recall').send({ query, status, limit: 100 }).expect(200);
        const { memories } = body as { memories: Recalled[] };
        found += memories.length;
        expect(memories.filter(({ id, agent_id }) => !own.has(id) || agent_id !== mine.agentId)).toEqual([]);
      }),
      { numRuns: 50 },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('finds nothing by the ids of their memories, nor by what they alone hold', async () => {
    for (const other of sessions.slice(1)) {
      const queries = [...(await idsOf(other)), other.agentId, other.sessionId];
      for (const query of queries) {
        const { body } = await mine.call('post', 'recall').send({ query, limit: 100 }).expect(200);
        expect((body as { memories: Recalled[] }).memories.filter(({ id }) => !own.has(id))).toEqual([]);
      }
    }
  });

  itEmbedded(
    'finds each of its own by the words that all share, and considers no others, for every agent',
    async () => {
      for (const session of sessions) {
        const { body } = await session
          .call('post', 'recall')
          .send({ query: 'zebra vault secret planet property', limit: 100, explain: true })
          .expect(200);
        const { memories, explain } = body as { memories: Recalled[]; explain: { candidates: number } };
        const ofAgent = new Set(await idsOf(session));
        expect(memories.filter(({ id }) => !ofAgent.has(id))).toEqual([]);
        expect(memories.length).toBeGreaterThanOrEqual(5);
        // Memories of others would count, and weigh on the scores, even where they are not shown.
        expect(explain.candidates).toBe(memories.length);
      }
    },
  );

  it('is not widened by filters that name the others', async () => {
    const hostile = fc.record({
      tags: fc.option(fc.array(fc.constantFrom('shared', '%', "' OR 1=1 --"), { maxLength: 3 })),
      source: fc.option(fc.array(fc.constantFrom('vault', 'iso_', '..', '_'), { maxLength: 3 })),
      type: fc.option(fc.subarray([...MEMORY_TYPES])),
    });
    await fc.assert(
      fc.asyncProperty(hostile, async (filter) => {
        const { body } = await mine
          .call('post', 'recall')
          .send({ query: 'zebra same', limit: 100, ...filter })
          .expect(200);
        expect((body as { memories: Recalled[] }).memories.filter(({ id }) => !own.has(id))).toEqual([]);
      }),
      { numRuns: propertyCases(40) },
    );
  });
});

interface Filtered {
  content: string;
  type: string;
  tags: string[];
  source: string;
  status: string;
  created_at: string;
}

interface Filter {
  type: string[] | null;
  tags: string[] | null;
  source: string[] | null;
  status: 'active' | 'expired' | 'all' | null;
  created_after: string | null;
  created_before: string | null;
}

const TYPES = ['fact', 'goal', 'event', 'error'];
const TAGS = ['red', 'green', 'blue', 'a b'];
const SOURCES = ['agent', 'user', 'mail'];
const COUNT = 80;

describe('filters of recall', () => {
  let session: TestSession;
  let stored: Filtered[];

  beforeAll(async () => {
    session = await newSession(app, 'filtered');
    const fields = fc.record({
      type: fc.constantFrom(...TYPES),
      tags: fc.subarray(TAGS),
      source: fc.constantFrom(...SOURCES),
    });
    for (const [i, memory] of fc.sample(fields, { numRuns: COUNT, seed: 3 }).entries()) {
      app.clock.advance({ minutes: i % 4 });
      await rememberFiltered(i, memory);
    }
    const { body } = await session.call('post', 'recall/all').send({}).expect(200);
    stored = (body as { memories: Filtered[] }).memories;
  });

  /** Some hold the word once and some often, so that ranks differ; every third expires. */
  async function rememberFiltered(i: number, memory: object): Promise<void> {
    // Most of its words are its own, so that none says the same as another.
    const own = Array.from({ length: 8 }, (_, n) => `own${i}x${n}`).join(' ');
    const content = `${own} ${'common '.repeat(1 + (i % 3))}${'other '.repeat(i % 5)}`.trim();
    const { body } = await session
      .call('post', 'remember')
      .send({ ...memory, content })
      .expect(200);
    if (i % 3 === 0) await session.call('post', `memories/${body.memory_id}/expire`).expect(200);
  }

  function filters(): fc.Arbitrary<Filter> {
    const instants = [...new Set(stored.map((memory) => memory.created_at))];
    const between = fc.constantFrom(...instants).chain((instant) => {
      return fc.constantFrom(-1, 0, 1).map((ms) => new Date(Date.parse(instant) + ms).toISOString());
    });
    return fc.record({
      type: fc.option(fc.subarray([...TYPES, 'decision'], { minLength: 1 })),
      tags: fc.option(fc.subarray([...TAGS, 'none'], { minLength: 1 })),
      source: fc.option(fc.subarray([...SOURCES, 'none'], { minLength: 1 })),
      status: fc.option(fc.constantFrom('active', 'expired', 'all')),
      created_after: fc.option(between),
      created_before: fc.option(between),
    });
  }

  async function recalled(body: object): Promise<Recalled[]> {
    const answer = await session
      .call('post', 'recall')
      .send({ limit: 100, ...body })
      .expect(200);
    return (answer.body as { memories: Recalled[] }).memories;
  }

  it('hold back what they exclude and lose nothing that they include, in any combination', async () => {
    expect(stored).toHaveLength(COUNT);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(filters(), async (filter) => {
        const contents = (await recalled({ query: 'common', ...filter })).map(({ content }) => content);
        found += contents.length;
        const wanted = stored.filter((memory) => passes(memory, filter)).map(({ content }) => content);
        expect(contents.toSorted()).toEqual(wanted.toSorted());
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('change which memories are found, but neither their order nor their limit', async () => {
    const everything = await recalled({ query: 'common other', status: 'all' });
    await fc.assert(
      fc.asyncProperty(filters(), fc.integer({ min: 1, max: 20 }), async (filter, limit) => {
        const ids = (await recalled({ query: 'common other', ...filter, limit })).map(({ id }) => id);
        const byContent = new Map(stored.map((memory) => [memory.content, memory]));
        const wanted = everything.filter(({ content }) => passes(byContent.get(content)!, filter));
        expect(ids).toEqual(wanted.slice(0, limit).map(({ id }) => id));
      }),
      { numRuns: propertyCases(40) },
    );
  });
});

function passes(memory: Filtered, filter: Filter): boolean {
  const status = filter.status ?? 'active';
  return (
    (status === 'all' || memory.status === status) &&
    (filter.type?.includes(memory.type) ?? true) &&
    (filter.source?.includes(memory.source) ?? true) &&
    (filter.tags?.some((tag) => memory.tags.includes(tag)) ?? true) &&
    (filter.created_after === null || memory.created_at >= filter.created_after) &&
    (filter.created_before === null || memory.created_at <= filter.created_before)
  );
}
