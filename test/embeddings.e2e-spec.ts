import request from 'supertest';
import type { Env } from '../src/config/env';
import { activate, newSession, remember, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { startEmbeddingServer, type EmbeddingServer } from './support/embedding-server';
import { eventually } from './support/eventually';
import { startTestApp, type TestApp } from './support/test-app';
import { describeEmbedded } from './support/kind-of-run';

interface Recall {
  retrieval: string;
  memories: { id: string; explain: { vector: { similarity: number } | null } }[];
  explain: { embedding_model: string | null; not_embedded: number | null; lexical_reason: string | null };
}

interface EmbeddingsPart {
  model: string;
  backlog: number | null;
  replaces?: string;
  last_error?: string;
}

const MODEL = 'hash-64';

let server: EmbeddingServer;
let store: TestStore;
let app: TestApp;

async function open(): Promise<void> {
  server = await startEmbeddingServer();
  store = await newTestStore();
}

async function close(): Promise<void> {
  await app.close();
  await store.remove();
  await server.close();
}

async function start(env: Partial<Env> = {}): Promise<void> {
  const embeddings = {
    EMBEDDINGS_BASE_URL: server.url,
    EMBEDDINGS_MODEL: MODEL,
    EMBEDDINGS_QUERY_TIMEOUT_MS: 5_000,
  };
  app = await startTestApp({ store, env: { ...embeddings, ...env } });
}

async function recall(session: TestSession, query: string): Promise<Recall> {
  const { body } = await session.call('post', 'recall').send({ query, explain: true }).expect(200);
  return body as Recall;
}

async function embeddingsPart(): Promise<EmbeddingsPart> {
  const { body } = await request(app.url).get('/health').expect(200);
  return (body as { details: { embeddings: EmbeddingsPart } }).details.embeddings;
}

/** Until no memory waits for its vector. */
function allEmbedded(): Promise<EmbeddingsPart> {
  return eventually(embeddingsPart, (part) => part.backlog === 0);
}

describeEmbedded('with an embedding server', () => {
  beforeAll(async () => {
    await open();
    await start();
  });
  afterAll(close);

  it('embeds memories in the background, and recalls by words and vectors', async () => {
    const session = await newSession(app, 'hybrid');
    const id = await remember(session, { content: 'The user likes dark themes' });
    await allEmbedded();

    const answer = await recall(session, 'Which themes does the user like?');

    expect(answer.retrieval).toBe('hybrid');
    expect(answer.memories[0]).toMatchObject({ id, explain: { vector: { rank: 1 } } });
    expect(answer.memories[0]!.explain.vector!.similarity).toBeGreaterThan(0.3);
    expect(answer.explain).toMatchObject({ embedding_model: MODEL, not_embedded: 0 });
  });

  it('answers by words and vectors, and says how sure it is', async () => {
    const session = await newSession(app, 'sure');
    await remember(session, { content: 'The user likes dark themes' });
    await remember(session, { content: 'Maria runs the payments team' });
    await allEmbedded();
    const ask = async (question: string) =>
      (await session.call('post', 'answer').send({ question }).expect(200)).body as object;

    expect(await ask('Which themes does the user like?')).toMatchObject({
      certainty: 'high',
      sources: [{ title: 'The user likes dark themes' }],
    });
    const tall = 'How tall is the brother of Maria in Canada?';
    expect(await ask(tall)).toMatchObject({ certainty: 'none', sources: [] });
  });

  it('embeds one text once, whichever agents hold it', async () => {
    const [one, other] = [await newSession(app, 'one'), await newSession(app, 'other')];
    const memories = [1, 2, 3].map(() => ({ content: 'Dan sings bass' }));
    await one.call('post', 'batch-remember').send({ memories }).expect(200);
    await allEmbedded();
    await remember(other, { content: 'Dan sings bass' });
    await allEmbedded();

    const sent = server.textsByModel.get(MODEL)!.filter((text) => text === 'Dan sings bass');
    expect(sent).toHaveLength(1);
    expect((await recall(other, 'Who sings?')).retrieval).toBe('hybrid');
  });

  it('forgets the vector of a former text at once, and embeds the new one', async () => {
    const session = await newSession(app, 'edited');
    const id = await remember(session, { content: 'Eva lives in Oslo' });
    await allEmbedded();
    server.http.outage = { kind: 'status', status: 503 };
    const query = 'Where does Eva live?';
    const before = await recall(session, query);
    await session.call('patch', `memories/${id}`).send({ content: 'Eva lives in Rome now' }).expect(200);
    const between = await recall(session, query);
    server.http.outage = null;
    await allEmbedded();
    const after = await eventually(
      () => recall(session, 'Does Eva live in Rome?'),
      (answer) => answer.retrieval === 'hybrid',
    );

    expect(before.explain.not_embedded).toBe(0);
    expect(between.explain.not_embedded).toBe(1);
    expect(after.memories[0]!.explain.vector!.similarity).toBeGreaterThan(0.5);
  });

  it('embeds the beginning of a text that is too long, and the others as they are', async () => {
    server.maxTextLength = 300;
    const session = await newSession(app, 'long');
    const long = `The harbour of Trieste. ${'More about it. '.repeat(100)}`;
    await remember(session, { content: long });
    await remember(session, { content: 'Finn owns a kayak' });
    await allEmbedded();

    const sent = server.textsByModel.get(MODEL)!;
    expect((await recall(session, 'Trieste harbour')).explain.not_embedded).toBe(0);
    expect(sent).toContain('Finn owns a kayak');
    expect(sent.some((text) => text.startsWith('The harbour of Trieste.') && text.length <= 300)).toBe(true);
  });
});

describeEmbedded('with an embedding server that is slow or away', () => {
  beforeEach(open);
  afterEach(close);

  it('stores and recalls while the server hangs, and catches up when it answers again', async () => {
    await start({ EMBEDDINGS_TIMEOUT_MS: 200, EMBEDDINGS_QUERY_TIMEOUT_MS: 100 });
    const session = await newSession(app, 'patient');
    await remember(session, { content: 'Ann collects stamps' });
    await allEmbedded();
    server.http.outage = { kind: 'hang' };

    const id = await remember(session, { content: 'Ben collects coins' });
    const meanwhile = await recall(session, 'Who collects coins?');
    const waiting = await eventually(embeddingsPart, (part) => part.last_error !== undefined);

    expect(meanwhile).toMatchObject({
      retrieval: 'lexical',
      explain: { not_embedded: 1, lexical_reason: 'model_late' },
    });
    expect(meanwhile.memories[0]!.id).toBe(id);
    expect(waiting).toMatchObject({ model: MODEL, backlog: 1 });
    expect(JSON.stringify(waiting)).not.toContain(String(server.http.port));

    server.http.outage = null;
    const caughtUp = await eventually(
      () => recall(session, 'Who collects coins?'),
      (answer) => answer.retrieval === 'hybrid' && answer.explain.not_embedded === 0,
    );
    expect(caughtUp.memories.find((memory) => memory.id === id)?.explain.vector).not.toBeNull();
  });

  it('answers by words when the vector of the query is late, and finds that vector the next time', async () => {
    await start({ EMBEDDINGS_QUERY_TIMEOUT_MS: 50 });
    const session = await newSession(app, 'late');
    await remember(session, { content: 'Cleo paints boats' });
    await allEmbedded();
    server.http.delayMs = 200;

    const first = await recall(session, 'What does Cleo paint?');
    const later = await eventually(
      () => recall(session, 'What does Cleo paint?'),
      (answer) => answer.retrieval === 'hybrid',
    );

    expect(first).toMatchObject({ retrieval: 'lexical', explain: { lexical_reason: 'model_late' } });
    expect(later.memories).toHaveLength(1);
  });

  it('goes on with the backlog after a restart', async () => {
    server.http.outage = { kind: 'reset' };
    await start();
    const session = await newSession(app, 'restart');
    const memories = Array.from({ length: 100 }, (_, i) => ({ content: `Note ${i} about ships` }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
    await app.close();

    server.http.outage = null;
    await start();
    await allEmbedded();
    const answer = await recall(await activate(app, 'restart'), 'ships');

    expect(answer).toMatchObject({ retrieval: 'hybrid', explain: { not_embedded: 0 } });
  });
});

describeEmbedded('a change of the model', () => {
  beforeEach(open);
  afterEach(close);

  it('keeps recalling with the old vectors until all memories have new ones', async () => {
    await start({ EMBEDDINGS_MODEL: 'old' });
    const session = await newSession(app, 'switch');
    const memories = Array.from({ length: 30 }, (_, i) => ({ content: `Gil read book number ${i}` }));
    await session.call('post', 'batch-remember').send({ memories }).expect(200);
    await allEmbedded();
    await app.close();

    server.isBusyWith = (text, model) => model === 'hash-32' && text.startsWith('Gil');
    await start({ EMBEDDINGS_MODEL: 'hash-32' });
    const again = await activate(app, 'switch');
    const meanwhile = await eventually(
      () => recall(again, 'Which book?'),
      (answer) => answer.retrieval === 'hybrid',
    );
    const part = await eventually(embeddingsPart, ({ replaces }) => replaces !== undefined);
    server.isBusyWith = () => false;
    const after = await eventually(
      () => recall(again, 'Which book?'),
      (answer) => answer.explain.embedding_model === 'hash-32',
    );

    expect(meanwhile.explain).toEqual(expect.objectContaining({ embedding_model: 'old', not_embedded: 0 }));
    expect(part).toMatchObject({ model: 'hash-32', replaces: 'old' });
    expect(after).toMatchObject({ retrieval: 'hybrid', explain: { not_embedded: 0 } });
  });
});

describeEmbedded('memories of the time before there was a model', () => {
  beforeEach(open);
  afterEach(close);

  it('are embedded when one is configured', async () => {
    app = await startTestApp({ store });
    const session = await newSession(app, 'before');
    await remember(session, { content: 'Hana breeds goats' });
    const plain = await recall(session, 'goats');
    await app.close();
    await start();

    const answer = await eventually(
      async () => recall(await activate(app, 'before'), 'goats'),
      (found) => found.retrieval === 'hybrid' && found.explain.not_embedded === 0,
    );

    expect(plain).toMatchObject({
      retrieval: 'lexical',
      explain: { embedding_model: null, not_embedded: null, lexical_reason: 'no_model' },
    });
    expect(answer.memories).toHaveLength(1);
  });
});
