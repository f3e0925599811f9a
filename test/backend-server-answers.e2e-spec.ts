import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { startBackendServer, type TestBackendServer } from './support/backend-server';
import { ChatServer } from './support/chat-server';
import { Documents } from './support/documents';
import { startEmbeddingServer } from './support/embedding-server';
import { eventually } from './support/eventually';
import { TestClock } from './support/test-clock';

const UUID = '0190b5a0-7c00-7000-8000-000000000001';

interface Answered {
  answer: string;
  model: string;
  contextCount: number;
  query: string;
}

describe('answers of the backend server', () => {
  const chat = new ChatServer();
  let plain: TestBackendServer;
  let modelled: TestBackendServer;
  let plainDocuments: Documents;
  let modelledDocuments: Documents;

  beforeAll(async () => {
    await chat.http.start();
    plain = await startBackendServer();
    modelled = await startBackendServer({ env: { LLM_BASE_URL: chat.url, LLM_MODEL: 'test-model' } });
    plainDocuments = new Documents(plain.url);
    modelledDocuments = new Documents(modelled.url);
  });
  afterAll(async () => {
    await plain.close();
    await modelled.close();
    await chat.close();
  });

  const withNotes = async (server: TestBackendServer) => {
    const documents = server === plain ? plainDocuments : modelledDocuments;
    const namespace = await documents.newNamespace();
    await documents.put(namespace, [
      { id: 'theme', text: 'The user prefers dark themes.' },
      { id: UUID, text: 'The favourite roast of the user is dark.' },
      { id: 'old', text: 'The user prefers light themes.', status: 'expired', expired_at: '2026-01-01' },
    ]);
    const answer = async (body: object): Promise<Answered> =>
      (await documents.post('/answer', { namespace, ...body }).expect(200)).body as Answered;
    return { documents, namespace, answer };
  };

  it('quote active documents by their ids, where there is no model', async () => {
    const { answer } = await withNotes(plain);
    const answered = await answer({ query: 'Which themes?' });
    expect(answered).toMatchObject({ model: 'extractive', contextCount: 1, query: 'Which themes?' });
    expect(answered.answer).toContain('"The user prefers dark themes." [theme]');
    expect(answered.answer).not.toContain('light');
  });

  it('need a model when no namespace is named', async () => {
    const { body } = await request(plain.url).post('/answer').send({ namespace: '', query: 'x' }).expect(501);
    expect(body).toMatchObject({ error: 'no_model' });
  });

  it('are written by the model from documents, whose numbers it cites and whose ids the answer has', async () => {
    const { answer } = await withNotes(modelled);
    chat.script = ({ prompt }) => {
      const numbers = [...prompt.matchAll(/"n":(\d+)/g)].map(([, n]) => n);
      return `Dark [${numbers.join(', ')}], not light [9].`;
    };
    const answered = await answer({
      query: 'Which dark themes does the user prefer, and which roast?',
      aiModel: 'other-model',
    });
    expect(answered.model).toBe('other-model');
    expect(answered.answer).toMatch(/^Dark \[[^\]]*theme[^\]]*\], not light\.$/);
    expect(answered.answer).toContain(UUID);
    expect(answered.contextCount).toBe(2);
  });

  it.each([
    [
      'camel case',
      { headerPrompt: 'HEAD', footerPrompt: 'FOOT', chatHistory: [{ role: 'user', content: 'Hi' }] },
    ],
    [
      'underscores',
      { header_prompt: 'HEAD', footer_prompt: 'FOOT', chat_history: [{ role: 'user', content: 'Hi' }] },
    ],
  ])('put the prompts of the client around the question, in %s', async (_name, extra) => {
    chat.script = () => 'By myself.';
    const body = { namespace: '', query: 'What is it?', temperature: 0, ...extra };
    const answered = await request(modelled.url).post('/answer').send(body).expect(200);
    expect(answered.body).toEqual({
      answer: 'By myself.',
      model: 'test-model',
      contextCount: 0,
      query: 'What is it?',
    });
    const { system, prompt } = chat.questions.at(-1) ?? {};
    expect(system).toMatch(/^HEAD/);
    expect(prompt).toMatch(/"content":"Hi"[^]*What is it\?[^]*FOOT$/);
  });

  it('quote when the model fails, and say so when there is nothing to quote', async () => {
    const { answer } = await withNotes(modelled);
    chat.http.outage = { kind: 'status', status: 400 };
    expect(await answer({ query: 'Which themes?' })).toMatchObject({ model: 'extractive', contextCount: 1 });
    const { body } = await request(modelled.url)
      .post('/answer')
      .send({ namespace: '', query: 'x' })
      .expect(503);
    expect(body).toMatchObject({ error: 'unavailable' });
    chat.http.outage = null;
  });
});

describe('uploads to the backend server', () => {
  const clock = new TestClock();
  let server: TestBackendServer;
  let documents: Documents;
  let namespace: string;

  beforeAll(async () => {
    server = await startBackendServer({ clock });
    documents = new Documents(server.url);
    namespace = await documents.newNamespace();
  });
  afterAll(() => server.close());

  const prepare = async (fileName: string) => {
    const { body } = await documents.post(`/namespaces/${namespace}/upload-url`, { fileName }).expect(200);
    return body as { uploadUrl: string; contentType: string };
  };
  const send = (
    { uploadUrl, contentType }: { uploadUrl: string; contentType: string },
    text: string | Buffer,
  ) => request(uploadUrl).put('').set('Content-Type', contentType).send(text);

  it('become documents that are found, and leave no file behind', async () => {
    const url = await prepare('../notes/Garden.md');
    expect(url.contentType).toBe('text/markdown');
    const text = `# Garden\n\n${'Tomatoes need sun. '.repeat(150)}\n\nRhubarb likes shade, and is left alone.\n`;
    const { body } = await send(url, text).expect(200);
    expect(body).toMatchObject({
      success: true,
      namespace,
      fileName: 'Garden.md',
      fileSize: Buffer.byteLength(text),
      documents: 2,
    });
    const { items } = await documents.list(namespace);
    expect(items.map((item) => item.text).join(' ')).toContain('Rhubarb likes shade');
    const { file_name, source, source_ref, memory_type } = items[1]?.metadata ?? {};
    expect({ file_name, source, memory_type }).toEqual({
      file_name: 'Garden.md',
      source: 'upload',
      memory_type: undefined,
    });
    expect(source_ref).toBe(items[1]?.id);
    const { body: found } = await documents.post('/search', { namespaces: [namespace], query: 'rhubarb' });
    expect((found as { results: { id: string }[] }).results[0]).toMatchObject({ id: items[1]?.id });
    expect(await readdir(join(server.env.DATA_DIR, 'uploads'))).toEqual([]);
  });

  it('are read whatever their kind is', async () => {
    const sheets = await documents.newNamespace();
    const { body } = await documents
      .post(`/namespaces/${sheets}/upload-url`, { fileName: 'stations.xlsx' })
      .expect(200);
    const file = await readFile(join(__dirname, 'fixtures/files/stations.xlsx'));
    await send(body as { uploadUrl: string; contentType: string }, file).expect(200);
    const { items } = await documents.list(sheets);
    expect(items.map((item) => item.text).join('\n')).toContain('Region: North; Station: Harbour');
  });

  it('work once, for a while, by a URL that cannot be made up', async () => {
    const url = await prepare('a.txt');
    await send(url, 'first').expect(200);
    const { body } = await send(url, 'second').expect(404);
    expect(body).toMatchObject({ error: 'upload_not_found' });
    await send({ ...url, uploadUrl: `${server.url}/uploads/made-up` }, 'third').expect(404);
    const late = await prepare('a.txt');
    clock.advance({ minutes: 16 });
    await send(late, 'fourth').expect(404);
  });

  it.each(['a.doc', 'a', '.', 'a.txt/', 'a.exe'])(
    'are not taken of files that are not read: %s',
    async (fileName) => {
      const { body } = await documents.post(`/namespaces/${namespace}/upload-url`, { fileName }).expect(415);
      expect(body).toMatchObject({ error: 'unsupported_file' });
    },
  );

  it('leave nothing of a file that turns out to be no text', async () => {
    const small = await documents.newNamespace();
    const { body } = await documents
      .post(`/namespaces/${small}/upload-url`, { fileName: 'a.txt' })
      .expect(200);
    const bytes = Buffer.concat([Buffer.from('words and words. '.repeat(20_000)), Buffer.alloc(10)]);
    await send(body as { uploadUrl: string; contentType: string }, bytes).expect(415);
    expect((await documents.list(small)).items).toEqual([]);
  });

  it('are refused as JSON, which is read as a call', async () => {
    const url = await prepare('a.txt');
    await send({ ...url, contentType: 'application/json' }, '{}').expect(400);
  });
});

describe('vectors in the backend server', () => {
  it('are made of documents at once, and again when they are replaced', async () => {
    const embeddings = await startEmbeddingServer();
    const server = await startBackendServer({
      env: {
        EMBEDDINGS_BASE_URL: embeddings.url,
        EMBEDDINGS_MODEL: 'hash-128',
        EMBEDDINGS_QUERY_TIMEOUT_MS: 5_000,
      },
    });
    const documents = new Documents(server.url);
    const namespace = await documents.newNamespace();
    const embedded = (text: string) =>
      eventually(
        () => embeddings.textsByModel.get('hash-128') ?? [],
        (texts) => texts.includes(text),
      );
    await documents.put(namespace, [{ id: 'a', text: 'The user drinks tea.' }]);
    await embedded('The user drinks tea.');
    await documents.put(namespace, [{ id: 'a', text: 'The user drinks coffee.' }]);
    await embedded('The user drinks coffee.');
    const search = async () =>
      (await documents.post('/search', { namespaces: [namespace], query: 'coffee' }).expect(200))
        .body as object;
    const found = await eventually(search, (body) => 'retrieval' in body && body.retrieval === 'hybrid');
    const parts = Object.fromEntries(
      ['lexical_score', 'vector_score', 'similarity'].map((name) => [name, expect.any(Number) as unknown]),
    );
    expect(found).toMatchObject({ results: [{ id: 'a', text: 'The user drinks coffee.', ...parts }] });
    await server.close();
    await embeddings.close();
  });
});
