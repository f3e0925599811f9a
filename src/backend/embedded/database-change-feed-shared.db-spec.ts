import { startOf, storeContents } from '../../../test/support/feed';
import { openBackend, type OpenBackend } from '../../../test/support/open-backend';
import type { FeedChanges, FeedCursor } from '../../retrieval/change-feed';
import { DatabaseChangeFeed } from './database-change-feed';

/** As the indexes ask for their first slice. */
const LIMIT = 2_000;

let opened: OpenBackend;
let feed: DatabaseChangeFeed;

beforeAll(async () => {
  opened = await openBackend();
  feed = new DatabaseChangeFeed(opened.database, { withVectors: false, onNewServer: () => undefined });
});

afterAll(() => opened.close());

afterEach(() => jest.restoreAllMocks());

async function started(): Promise<{ namespace: string; cursor: FeedCursor }> {
  const namespace = await opened.newNamespace();
  return { namespace, cursor: await startOf(feed, namespace) };
}

function changesOf({ namespace, cursor }: { namespace: string; cursor: FeedCursor }): Promise<FeedChanges> {
  return feed.changes(namespace, cursor, { from: cursor.xmin, limit: LIMIT });
}

function textsOf(changes: FeedChanges): (string | null)[] | string {
  return changes.kind === 'changes' ? changes.changed.map(({ text }) => text) : changes.kind;
}

describe('changes of namespaces that are asked for at a time', () => {
  it('come from one statement, to each its own', async () => {
    const [one, two, quiet] = [await started(), await started(), await started()];
    await storeContents(opened.backend, one.namespace, ['alpha']);
    await storeContents(opened.backend, two.namespace, ['bravo', 'delta']);
    // The first of them also asks whether the database is a distributed one.
    await Promise.all([one, two].map(changesOf));
    const query = jest.spyOn(opened.database, 'query');
    const changes = await Promise.all([two, quiet, one].map(changesOf));
    expect(query).toHaveBeenCalledTimes(1);
    expect(changes.map(textsOf)).toEqual([['bravo', 'delta'], [], ['alpha']]);
  });

  it('differ from those of a namespace that was deleted or recreated', async () => {
    const [kept, gone, recreated] = [await started(), await started(), await started()];
    await storeContents(opened.backend, kept.namespace, ['alpha']);
    for (const { namespace } of [gone, recreated]) await opened.backend.dropNamespace(namespace);
    await opened.backend.createNamespace(recreated.namespace, new Date());
    // Statements that delete rows in the background would be counted below.
    await opened.backend.onModuleDestroy();
    const query = jest.spyOn(opened.database, 'query');
    const changes = await Promise.all([gone, kept, recreated].map(changesOf));
    expect(query).toHaveBeenCalledTimes(1);
    expect(changes.map(textsOf)).toEqual(['gone', ['alpha'], 'rebuild']);
  });

  it('hold what was committed before they were asked for, while another reading runs', async () => {
    const one = await started();
    const early = changesOf(one);
    await storeContents(opened.backend, one.namespace, ['alpha']);
    const late = changesOf(one);
    await early;
    expect(textsOf(await late)).toEqual(['alpha']);
  });

  it('are complete where one namespace has more than fits such a reading', async () => {
    const [large, small] = [await started(), await started()];
    const contents = Array.from({ length: 250 }, (_, at) => `memory ${at}`);
    await storeContents(opened.backend, large.namespace, contents);
    await storeContents(opened.backend, small.namespace, ['alpha']);
    const [all, few] = await Promise.all([large, small].map(changesOf));
    expect(all).toMatchObject({ kind: 'changes', rest: null });
    expect(textsOf(all!)).toHaveLength(contents.length);
    expect(new Set(textsOf(all!))).toEqual(new Set(contents));
    expect(textsOf(few!)).toEqual(['alpha']);
  });
});
