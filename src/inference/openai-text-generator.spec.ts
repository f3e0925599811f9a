import { startChatServer, type ChatServer } from '../../test/support/chat-server';
import { eventually } from '../../test/support/eventually';
import {
  failureOf,
  JSON_REQUEST,
  LLM_KEY,
  LLM_MODEL,
  newGenerator,
  piecesOf,
  REQUEST,
  WAYS,
} from '../../test/support/generator';
import { isOverflow } from './openai-chat';
import type { OpenAiTextGenerator } from './openai-text-generator';
import { AnswerCut, PromptTooLong } from './text-generator';

let server: ChatServer;
let generator: OpenAiTextGenerator;

beforeEach(async () => {
  server = await startChatServer(LLM_KEY);
  generator = newGenerator(server);
});

afterEach(() => server.close());

describe('a text of a model at an OpenAI-compatible server', () => {
  it('is what the model says', async () => {
    server.script = ({ prompt }) => `  You asked: ${prompt}\n`;
    expect(await generator.generate(REQUEST)).toEqual({
      text: 'You asked: Does the cat sleep?',
      model: LLM_MODEL,
    });
    expect(server.lastQuestion).toMatchObject({
      model: LLM_MODEL,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Does the cat sleep?' },
      ],
      temperature: 0.2,
      maxTokens: 256,
      format: 'text',
      stream: false,
    });
  });

  it('is of the model that is named', async () => {
    expect(await generator.generate({ ...REQUEST, model: 'other' })).toMatchObject({ model: 'other' });
    expect(server.lastQuestion.model).toBe('other');
  });

  it('comes without what the model thought before', async () => {
    server.script = () => '<think>\nDoes it?\n</think>\n\nIt does.';
    expect((await generator.generate(REQUEST)).text).toBe('It does.');
    expect((await piecesOf(generator.stream(REQUEST))).join('')).toBe('It does.');
  });

  it('needs no key where the server needs none', async () => {
    const open = await startChatServer();
    expect(await newGenerator(server, { baseUrl: open.url, apiKey: null }).generate(REQUEST)).toMatchObject({
      text: 'Yes.',
    });
    await open.close();
  });

  it('comes in pieces', async () => {
    server.script = () => 'It sleeps\n  on the sofa. ';
    const pieces = await piecesOf(generator.stream(REQUEST));
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe('It sleeps\n  on the sofa. ');
    expect(server.lastQuestion).toMatchObject({ stream: true, maxTokens: 256, system: 'Be brief.' });
  });

  it('that is cut is no answer, and keeps what was written until then', async () => {
    server.script = () => 'It sleeps on the sofa';
    server.mostCharacters = 9;
    await expect(generator.generate(REQUEST)).rejects.toEqual(new AnswerCut('It sleeps'));
    const pieces: string[] = [];
    const read = async () => {
      for await (const piece of generator.stream(REQUEST)) pieces.push(piece);
    };
    await expect(read()).rejects.toBeInstanceOf(AnswerCut);
    expect(pieces.join('')).toBe('It sleeps');
  });

  it('that is cut while the model thinks is said to be cut, and not without a text', async () => {
    server.script = () => '<think>Does it? It may, since it did before.</think>It does.';
    server.mostCharacters = 20;
    await expect(generator.generate(REQUEST)).rejects.toEqual(new AnswerCut(''));
    await expect(piecesOf(generator.stream(REQUEST))).rejects.toBeInstanceOf(AnswerCut);
  });
});

describe('a prompt that is longer than the model can read', () => {
  it.each(WAYS)('is not sent where the context is known (%s)', async (_, ask) => {
    const small = newGenerator(server, { contextTokens: 1_024 });
    const long = { ...REQUEST, prompt: 'word '.repeat(800) };
    await expect(ask(small, long)).rejects.toBeInstanceOf(PromptTooLong);
    expect(server.http.requests).toHaveLength(0);
    await ask(small, REQUEST);
  });

  it.each(WAYS)('is sent once, and never in another form (%s)', async (_, ask) => {
    const message = "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.";
    for (const status of [400, 500]) {
      server.http.failNext(1, { kind: 'body', status, body: JSON.stringify({ error: { message } }) });
      await expect(ask(generator, REQUEST)).rejects.toBeInstanceOf(PromptTooLong);
    }
    expect(server.http.requests).toHaveLength(2);
  });

  it.each([
    "'max_tokens' is too large: 2048. This model's maximum context length is 4096 tokens",
    'the request exceeds the available context size, try increasing it',
    'input length exceeds maximum context length',
    'prompt is too long: 210000 tokens > 200000 maximum',
    'Please reduce the length of the messages or completion.',
  ])('is recognised: %s', (complaint) => {
    expect(isOverflow(complaint)).toBe(true);
  });

  it.each(['Unsupported parameter: max_tokens', "Invalid parameter: 'response_format'", 'no such model'])(
    'is not what this complains about: %s',
    (complaint) => {
      expect(isOverflow(complaint)).toBe(false);
    },
  );
});

describe('JSON of a model', () => {
  it('is asked for by schema', async () => {
    server.script = () => ({ sleeps: true });
    expect(await generator.generateJson(JSON_REQUEST)).toEqual({ value: { sleeps: true }, model: LLM_MODEL });
    expect(server.lastQuestion).toMatchObject({
      format: 'json_schema',
      schemaName: 'verdict',
      schema: JSON_REQUEST.schema,
    });
    expect(server.lastQuestion.system).toContain('Be brief.');
    expect(server.lastQuestion.system).toContain(JSON.stringify(JSON_REQUEST.schema));
  });

  it.each([
    [true, { ...JSON_REQUEST.schema, additionalProperties: false }],
    [false, JSON_REQUEST.schema],
  ])('is held to the schema strictly (%s) where that says so itself', async (strict, schema) => {
    await generator.generateJson({ ...JSON_REQUEST, schema });
    expect(server.lastQuestion.body).toMatchObject({ response_format: { json_schema: { strict } } });
  });

  it.each([
    ['json_object', ['text', 'json_object'], 2],
    ['text', [], 3],
  ])(
    'is asked for as %s where the server offers no more, and that is remembered',
    async (format, formats, tries) => {
      server.formats = formats;
      server.script = () => ({ sleeps: true });
      expect(await generator.generateJson(JSON_REQUEST)).toMatchObject({ value: { sleeps: true } });
      expect(server.http.requests).toHaveLength(tries);

      await generator.generateJson(JSON_REQUEST);
      expect(server.http.requests).toHaveLength(tries + 1);
      expect(server.lastQuestion).toMatchObject({ format });
    },
  );

  it('is asked for by schema again after a refusal that was about something else', async () => {
    server.http.outage = { kind: 'status', status: 400 };
    await failureOf(generator.generateJson(JSON_REQUEST));
    server.http.outage = null;
    await generator.generateJson(JSON_REQUEST);
    expect(server.lastQuestion.format).toBe('json_schema');
  });

  it.each([
    ['in a fence', 'Here it is:\n```json\n{"sleeps": true,}\n```', { sleeps: true }],
    ['cut off', '{"list": [{"a": 1}, {"a": 2', { list: [{ a: 1 }] }],
    ['that is none', 'I cannot tell.', null],
  ])('%s is read as far as it goes', async (_, said, value) => {
    server.script = () => said;
    expect((await generator.generateJson(JSON_REQUEST)).value).toEqual(value);
  });
});

describe('a model that takes other parameters', () => {
  it.each([
    ['temperature', { temperature: null, maxTokens: 256, body: { max_tokens: 256 } }],
    ['max_tokens', { temperature: 0.2, maxTokens: 256, body: { max_completion_tokens: 256 } }],
  ])('than %s is asked by its own, from the second time on at once', async (parameter, asked) => {
    server.refused = [parameter];
    await generator.generate(REQUEST);
    await generator.generate(REQUEST);
    expect(server.http.requests).toHaveLength(3);
    expect(server.lastQuestion).toMatchObject(asked);
  });
});

describe('a stream of a model', () => {
  it('that ends before the answer does is no answer', async () => {
    server.script = () => 'It sleeps on the sofa';
    server.http.failNext(1, { kind: 'cut stream', chunks: 3, clean: true });
    const pieces: string[] = [];
    const read = async () => {
      for await (const piece of generator.stream(REQUEST)) pieces.push(piece);
    };
    expect(await failureOf(read())).toBe("The answer of the model's server broke off");
    expect(pieces.join('')).toBe('It sleeps');
  });

  it('is closed when its reader stops', async () => {
    server.script = () => 'word '.repeat(1_000);
    server.pieceDelayMs = 1;
    const single = newGenerator(server, { concurrency: 1 });
    for await (const piece of single.stream(REQUEST)) {
      if (piece !== '') break;
    }
    await eventually(
      () => server.http.abandoned,
      (abandoned) => abandoned === 1,
    );
    server.pieceDelayMs = 0;
    await single.generate(REQUEST);
  });

  it('keeps no slot when its reader goes without a word', async () => {
    server.script = () => 'word '.repeat(10);
    server.http.failNext(1, { kind: 'stall' });
    const single = newGenerator(server, { concurrency: 1 });
    const caller = new AbortController();
    const pieces = single.stream({ ...REQUEST, signal: caller.signal })[Symbol.asyncIterator]();
    await pieces.next();
    caller.abort();
    expect(await single.generate(REQUEST)).toMatchObject({ model: LLM_MODEL });
  });
});
