import request from 'supertest';

/** A document as the backend server lists it. */
export interface ListedItem {
  id: string;
  text: string;
  metadata: Record<string, unknown>;
  created_at: string;
}

export interface ListedPage {
  items: ListedItem[];
  pagination: { limit: number; has_more: boolean; next_token: string | null };
}

/** The calls of the backend server, for tests that expect them to succeed. */
export class Documents {
  private namespaces = 0;

  constructor(private readonly url: string) {}

  post(path: string, body: object): request.Test {
    return request(this.url).post(path).send(body);
  }

  /** A new namespace's name. */
  async newNamespace(): Promise<string> {
    const name = `space_${this.namespaces++}`;
    await this.post('/namespaces', { namespace_name: name, type: 'text' }).expect(201);
    return name;
  }

  put(namespace: string, documents: readonly object[]): request.Test {
    return this.post(`/namespaces/${namespace}/documents`, { documents }).expect(202);
  }

  delete(namespace: string, ids: readonly string[]): request.Test {
    return this.post(`/namespaces/${namespace}/documents/delete`, { ids }).expect(200);
  }

  async list(namespace: string, query: { limit?: number; next_token?: string } = {}): Promise<ListedPage> {
    const { body } = await request(this.url)
      .get(`/namespaces/${namespace}/documents/fetch-text-data`)
      .query(query)
      .expect(200);
    return body as ListedPage;
  }

  /** Every document by one page after the other. */
  async *walk(namespace: string, limit = 100): AsyncIterable<ListedItem[]> {
    let token: string | null = '';
    while (token !== null) {
      const page: ListedPage = await this.list(namespace, { limit, next_token: token });
      yield page.items;
      token = page.pagination.next_token;
    }
  }
}
