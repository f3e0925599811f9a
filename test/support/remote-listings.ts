import { DocumentIndex } from '../../src/backend/http/reading/document-index';
import { RemoteListings } from '../../src/backend/http/reading/remote-listings';
import type { LaterChange } from '../../src/backend/http/reading/past-memory';
import { sql } from '../../src/database/sql';
import { openTestDatabase, type TestDatabase } from './database';
import type { FakeBackendApi } from './fake-backend-api';

const NOTHING_LATER = { later: async () => new Map<string, LaterChange[]>() };

/** Makes listings of a backend that this service has not listed yet, on a database of the file or block. */
export function useRemoteListings() {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened.close());
  return async (api: FakeBackendApi, changes: RemoteListings['changes'] = NOTHING_LATER) => {
    await opened.db.execute(sql`DELETE FROM remote_indexes`);
    await opened.db.execute(sql`DELETE FROM remote_documents`);
    return new RemoteListings(api, changes, new DocumentIndex(api, opened.db));
  };
}
