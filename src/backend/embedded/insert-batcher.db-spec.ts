import { aMemory, NO_FILTER } from '../../../test/support/memories';
import { openBackend, type OpenBackend } from '../../../test/support/open-backend';
import type { PrismaService } from '../../database/prisma.service';
import { sql } from '../../database/sql';
import type { NewMemory } from '../memory';
import type { EmbeddedBackend } from '../../../test/support/backend';

let opened: OpenBackend;
let database: PrismaService;
let backend: EmbeddedBackend;
let statements: number;
let spaces: string[];

beforeAll(async () => {
  opened = await openBackend();
  ({ database, backend } = opened);
});

afterAll(() => opened.close());

beforeEach(async () => {
  spaces = [await opened.newNamespace(), await opened.newNamespace()];
  statements = 0;
  for (const method of ['query', 'execute'] as const) {
    const original = database[method].bind(database);
    jest.spyOn(database, method).mockImplementation((statement) => {
      if (statement.text.includes('INSERT INTO memories')) statements++;
      return original(statement);
    });
  }
});

afterEach(() => jest.restoreAllMocks());

const storeOne = (space: string, memory: NewMemory): Promise<unknown> =>
  backend.store(space, [memory], { dedupe: false });

async function idsOf(space: string): Promise<string[]> {
  const { memories } = await backend.page(space, NO_FILTER, null, 1_000);
  return memories.map(({ id }) => id).sort();
}

const idsIn = (memories: readonly NewMemory[]): string[] => memories.map(({ id }) => id).sort();

describe('single memories of requests that come at a time', () => {
  it('are stored by a few statements, each in its own namespace', async () => {
    const given = spaces.map(() =>
      Array.from({ length: 100 }, () => aMemory({ content: 'one 東 \\ "two"' })),
    );
    await Promise.all(given.flatMap((memories, n) => memories.map((each) => storeOne(spaces[n]!, each))));
    for (const [n, memories] of given.entries()) expect(await idsOf(spaces[n]!)).toEqual(idsIn(memories));
    expect(statements).toBeLessThan(20);
  });

  it('fail alone where their namespace does not exist', async () => {
    const good = Array.from({ length: 20 }, () => aMemory());
    const outcomes = await Promise.allSettled([
      ...good.map((each) => storeOne(spaces[0]!, each)),
      storeOne('nowhere', aMemory()),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'AgentNotFound' }) },
    ]);
    expect(outcomes.at(-1)?.status).toBe('rejected');
    expect(await idsOf(spaces[0]!)).toEqual(idsIn(good));
  });

  it('fail alone where the database refuses them', async () => {
    const taken = aMemory();
    await storeOne(spaces[0]!, taken);
    const good = Array.from({ length: 20 }, () => aMemory());
    const outcomes = await Promise.allSettled([taken, ...good].map((each) => storeOne(spaces[0]!, each)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...good.map(() => 'fulfilled')]);
    expect(await idsOf(spaces[0]!)).toEqual(idsIn([taken, ...good]));
  });

  it('join the transaction of their caller', async () => {
    const undone = database.transaction(async () => {
      await storeOne(spaces[0]!, aMemory());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await idsOf(spaces[0]!)).toEqual([]);
  });

  // The embedded database does one thing at a time.
  const onServer = process.env.TEST_DATABASE_URL ? it : it.skip;

  onServer('do not wait for a namespace that somebody locks', async () => {
    const isFree = new Set<string>();
    const waiting = aMemory();
    const good = Array.from({ length: 20 }, () => aMemory());
    let late: Promise<unknown> = Promise.resolve();
    await database.transaction(async () => {
      await database.query(sql`SELECT id FROM namespaces WHERE name = ${spaces[0]!} FOR UPDATE`);
      await database.apart(async () => {
        late = storeOne(spaces[0]!, waiting).then(() => isFree.add(waiting.id));
        await Promise.all(good.map((each) => storeOne(spaces[1]!, each)));
      });
      expect(isFree.size).toBe(0);
      expect(await idsOf(spaces[1]!)).toEqual(idsIn(good));
    });
    await late;
    expect(await idsOf(spaces[0]!)).toEqual([waiting.id]);
  });
});
