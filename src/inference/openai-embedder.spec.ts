import { startEmbeddingServer, type EmbeddingServer } from '../../test/support/embedding-server';
import { hashedEmbedding } from '../../test/support/hashed-embedding';
import type { Fault } from '../../test/support/server-fault';
import { EmbedderUnavailable, TextsRefused } from './embedder';
import { NO_PREFIXES } from './known-models';
import { OpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder';

const KEY = 'sk-never-shown';
const MODEL = 'hash-32';
const TEXTS = ['The cat sleeps', 'Rain on Monday', 'A cat slept'];

interface Entry {
  index: number;
  embedding: number[];
}

/** The right answer but for its entries. */
const data = (change: (data: Entry[]) => unknown): Fault => ({
  kind: 'rewrite',
  body: (text) => {
    const answer = JSON.parse(text) as { data: Entry[] };
    return JSON.stringify({ ...answer, data: change(answer.data) });
  },
});
const embedding = (change: (vector: number[]) => unknown): Fault =>
  data((entries) =>
    entries.map((each, i) => (i === 1 ? { ...each, embedding: change(each.embedding) } : each)),
  );
const body = (text: string, contentType = 'application/json'): Fault => ({
  kind: 'body',
  body: text,
  contentType,
});

describe('an embedder at an OpenAI-compatible server', () => {
  let server: EmbeddingServer;
  let embedder: OpenAiEmbedder;

  const newEmbedder = (options: Partial<OpenAiEmbedderOptions> = {}) =>
    new OpenAiEmbedder({
      baseUrl: server.url,
      apiKey: KEY,
      model: MODEL,
      timeoutMs: 10_000,
      prefixes: NO_PREFIXES,
      ...options,
    });
  const expected = (model = MODEL) => TEXTS.map((text) => hashedEmbedding(text, model));
  const failure = async (pending: Promise<unknown>): Promise<Error> => {
    const outcome = await pending.catch((error: unknown) => error);
    if (!(outcome instanceof Error)) throw new Error('It did not fail');
    return outcome;
  };

  beforeEach(async () => {
    server = await startEmbeddingServer(KEY);
    embedder = newEmbedder();
  });

  afterEach(() => server.close());

  it('gives a vector a text in one request', async () => {
    expect(await embedder.embed(TEXTS, MODEL)).toEqual(expected());
    expect(server.http.requests).toHaveLength(1);
    expect(server.textsByModel.get(MODEL)).toEqual(TEXTS);
  });

  it('asks for the configured model, of other dimensions too', async () => {
    expect(await embedder.embed(TEXTS, 'hash-64')).toEqual(expected('hash-64'));
    expect(server.textsByModel.get('hash-64')).toEqual(TEXTS);
  });

  it('asks nothing for no texts', async () => {
    expect(await embedder.embed([], MODEL)).toEqual([]);
    expect(server.http.requests).toHaveLength(0);
  });

  it('needs no key where the server needs none', async () => {
    const open = await startEmbeddingServer();
    expect(await newEmbedder({ baseUrl: open.url, apiKey: null }).embed(TEXTS, MODEL)).toEqual(expected());
    await open.close();
  });

  it('puts the vectors in the order of their indexes', async () => {
    server.http.failNext(
      1,
      data((entries) => [...entries].reverse()),
    );
    expect(await embedder.embed(TEXTS, MODEL)).toEqual(expected());
  });

  it('takes the place in the list for an index that is left out', async () => {
    server.http.failNext(
      1,
      data((entries) => entries.map(({ embedding }) => ({ embedding }))),
    );
    expect(await embedder.embed(TEXTS, MODEL)).toEqual(expected());
  });

  it.each([400, 413, 422])('takes status %d for a refusal of the texts', async (status) => {
    server.http.failNext(1, { kind: 'status', status });
    const error = await failure(embedder.embed(TEXTS, MODEL));
    expect(error).toBeInstanceOf(TextsRefused);
    expect(error.message).toBe(`The embedding server refused the texts (status ${status})`);
  });

  it('takes a text that is too long for a refusal, and does not repeat it', async () => {
    server.maxTextLength = 14;
    const error = await failure(embedder.embed([...TEXTS, 'Much too long a secret'], MODEL));
    expect(error).toBeInstanceOf(TextsRefused);
    expect(error.message).not.toContain('secret');
  });

  it.each([301, 401, 403, 404, 408, 409, 429, 500, 503])(
    'takes status %d for a server that is not available, asked once',
    async (status) => {
      server.http.failNext(1, { kind: 'status', status });
      const error = await failure(embedder.embed(TEXTS, MODEL));
      expect(error).toBeInstanceOf(EmbedderUnavailable);
      expect(error.message).toBe(`The embedding server answered with status ${status}`);
      expect(server.http.requests).toHaveLength(1);
    },
  );

  it('does not repeat the key that a server complains about', async () => {
    const error = await failure(newEmbedder({ apiKey: 'sk-wrong' }).embed(TEXTS, MODEL));
    expect(error.message).toBe('The embedding server answered with status 401');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sk-wrong');
  });

  it.each<[string, Fault, string]>([
    ['too few vectors', data((entries) => entries.slice(1)), '2 vectors for 3 texts'],
    ['too many vectors', data((entries) => [...entries, entries[0]]), '4 vectors for 3 texts'],
    ['one index twice', data((entries) => [entries[0], entries[0], entries[2]]), 'wrong indexes'],
    ['an index out of range', data((entries) => entries.map((each) => ({ ...each, index: 7 }))), 'indexes'],
    ['no list', data(() => 'none'), 'no list of embeddings'],
    ['null for a vector', data((entries) => entries.map(() => null)), 'an entry that is no object'],
    ['vectors of different dimensions', embedding((vector) => vector.slice(1)), 'different dimensions'],
    ['a vector of zeros', embedding((vector) => vector.map(() => 0)), 'a vector of zeros'],
    ['a vector with a null', embedding((vector) => [null, ...vector.slice(1)]), 'more than numbers'],
    ['a number beyond 32 bits', embedding((vector) => [1e300, ...vector.slice(1)]), 'not finite'],
    ['an empty vector', embedding(() => []), 'fewer than 8 numbers'],
    ['a vector as text', embedding(() => 'AAAA'), 'an entry without a vector'],
    [
      'vectors of four numbers',
      data((all) => all.map((each) => ({ ...each, embedding: [1, 2, 3, 4] }))),
      'fewer than 8 numbers',
    ],
    ['JSON of another shape', body('[1, 2]'), 'no list of embeddings'],
    ['broken JSON', body('{"data": ['), 'could not be read'],
    ['a web page', body('<html>Sign in</html>', 'text/html'), 'no list of embeddings'],
    ['an empty answer', body(''), ''],
    ['half an answer', { kind: 'half' }, ''],
    ['a closed connection', { kind: 'reset' }, 'cannot be reached'],
  ])('is not available where the answer is %s', async (_, fault, words) => {
    server.http.failNext(1, fault);
    const error = await failure(embedder.embed(TEXTS, MODEL));
    expect(error).toBeInstanceOf(EmbedderUnavailable);
    expect(error.message).toContain(words);
    expect(error.message).not.toContain(String(server.http.port));
    expect(await embedder.embed(TEXTS, MODEL)).toEqual(expected());
  });

  it('is not available where nothing listens, and does not say where', async () => {
    const { port } = server.http;
    await server.close();
    const error = await failure(embedder.embed(TEXTS, MODEL));
    expect(error).toBeInstanceOf(EmbedderUnavailable);
    expect(error.message).toBe('The embedding server cannot be reached (ECONNREFUSED)');
    expect(error.message).not.toContain(String(port));
  });

  it('gives up after the time-out', async () => {
    server.http.outage = { kind: 'hang' };
    const error = await failure(newEmbedder({ timeoutMs: 20 }).embed(TEXTS, MODEL));
    expect(error).toBeInstanceOf(EmbedderUnavailable);
    expect(error.message).toBe('The embedding server did not answer in time');
  });

  it('gives up after the time-out on an answer that stops half-way', async () => {
    server.http.outage = { kind: 'stall' };
    const error = await failure(newEmbedder({ timeoutMs: 200 }).embed(TEXTS, MODEL));
    expect(error.message).toBe('The embedding server did not answer in time');
  });

  it('gives up when the signal is aborted, during the request or before', async () => {
    server.http.outage = { kind: 'hang' };
    const caller = new AbortController();
    const pending = failure(embedder.embed(TEXTS, MODEL, caller.signal));
    caller.abort();
    expect(await pending).toBeInstanceOf(EmbedderUnavailable);
    expect(await failure(embedder.embed(TEXTS, MODEL, AbortSignal.abort()))).toBeInstanceOf(
      EmbedderUnavailable,
    );
  });
});
