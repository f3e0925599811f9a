import { eventually } from '../../../test/support/eventually';
import { aMemory } from '../../../test/support/memories';
import { openBackend, type OpenBackend } from '../../../test/support/open-backend';
import { sql } from '../../database/sql';

/** The embedded database runs one transaction at a time. */
const onServer = process.env.TEST_DATABASE_URL ? describe : describe.skip;

onServer('texts of transactions that overlap', () => {
  let opened: OpenBackend;
  let namespace: string;
  beforeAll(async () => {
    opened = await openBackend();
    namespace = await opened.newNamespace();
  });
  afterAll(() => opened.close());

  const store = async (content: string): Promise<string> => {
    const memory = aMemory({ content });
    await opened.backend.store(namespace, [memory], { dedupe: false });
    return memory.id;
  };

  it('wait for an older one, so that none of its texts is passed unread', async () => {
    let end = (): void => undefined;
    let slowId = '';
    const begun = new Promise<void>((resolve) => {
      void opened.backend.unitOfWork(namespace, {
        work: async () => {
          slowId = await store('slow');
          resolve();
          await new Promise<void>((done) => (end = done));
        },
      });
    });
    await begun;
    const quickId = await store('quick');
    const before = await opened.texts.readNext(namespace, 100);
    expect(before).toEqual({ places: [], isMore: true });
    const written = new Promise<void>((resolve) => opened.texts.onWritten(() => resolve()));
    end();
    await written;
    const { places, isMore } = await eventually(
      () => opened.texts.readNext(namespace, 100),
      (read) => !read.isMore,
      30_000,
    );
    expect([places.map(({ memoryId }) => memoryId), isMore]).toEqual([[slowId, quickId], false]);
  });

  it('do not keep texts from being passed that are there already', async () => {
    await opened.database.transaction(async () => {
      await opened.database.query(sql`SELECT pg_current_xact_id()::text AS xid`);
      await opened.database.apart(async () => {
        await store('passed');
        await opened.texts.skip(namespace);
      });
    });
    const later = await store('later');
    const { places } = await eventually(
      () => opened.texts.readNext(namespace, 100),
      (read) => !read.isMore,
      30_000,
    );
    expect(places.map(({ memoryId }) => memoryId)).toEqual([later]);
  });
});
