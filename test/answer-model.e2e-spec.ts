import { newSession, remember, type TestSession } from './support/agents';
import { startChatServer, type ChatServer } from './support/chat-server';
import { uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

let chat: ChatServer;
let app: TestApp;
let asker: TestSession;

beforeAll(async () => {
  chat = await startChatServer();
  const llm = { LLM_BASE_URL: chat.url, LLM_MODEL: 'wise', LLM_TIMEOUT_MS: 5_000, LLM_CONTEXT_TOKENS: 4_096 };
  app = await startTestApp({ env: llm });
});

afterAll(async () => {
  await app.close();
  await chat.close();
});

beforeEach(async () => {
  chat.reset();
  chat.mostCharacters = Number.POSITIVE_INFINITY;
  app.clock.set(new Date('2026-05-01T12:00:00Z'));
  asker = await newSession(app, uniqueId());
});

async function ask(question: string, fields: object = {}) {
  const { body } = await asker
    .call('post', 'answer')
    .send({ question, ...fields })
    .expect(200);
  return body as { answer: string; sources: object[]; certainty: string; generated_by: string };
}

const FACTS = [
  'lives in Turku',
  'is a nurse',
  'has two dogs',
  'plays the cello',
  'likes tea',
  'sails',
  'is 38',
];
const rowsOf = (prompt: string) => prompt.split('\n').filter((line) => line.startsWith('{"n":'));

describe('a model that answers', () => {
  it('is asked without chance, for no more than fits its time, about numbered memories', async () => {
    const id = await remember(asker, { content: 'Ida Berg plays the cello.' });
    chat.script = () => 'The cello [1].';
    const answer = await ask('What does Ida Berg play?');
    expect(chat.lastQuestion).toMatchObject({ temperature: 0, maxTokens: 100 });
    expect(rowsOf(chat.lastQuestion.prompt)).toHaveLength(1);
    expect(chat.lastQuestion.prompt).not.toContain(id);
    expect(answer).toMatchObject({
      answer: `The cello [${id}].`,
      sources: [{ memory_id: id, current: true }],
      certainty: 'high',
      generated_by: 'wise',
    });
    await ask('What does Ida Berg play?', { temperature: 0.4 });
    expect(chat.lastQuestion.temperature).toBe(0.4);
  });

  it('gets all memories about a person for a question about everything', async () => {
    for (const fact of FACTS) await remember(asker, { content: `Ida Berg ${fact}.` });
    await remember(asker, { content: 'Olli Salo repairs bicycles.' });
    chat.script = () => 'She plays the cello [1].';
    expect(await ask('Tell me everything you know about Ida Berg')).toMatchObject({ generated_by: 'wise' });
    expect(rowsOf(chat.lastQuestion.prompt)).toHaveLength(FACTS.length);
  });

  it('gets what no longer holds with the day of its end', async () => {
    const old = await remember(asker, { content: 'The archive opens on Fridays.' });
    const now = { content: 'The archive opens on Mondays.', valid_from: '2026-04-01', supersedes: [old] };
    await remember(asker, now);
    await ask('When does the archive open?');
    const rows = rowsOf(chat.lastQuestion.prompt).map((row) => JSON.parse(row) as object);
    expect(rows).toMatchObject([
      { n: 1, since: '2026-04-01', text: 'The archive opens on Mondays.' },
      { n: 2, until: '2026-04-01', text: 'The archive opens on Fridays.' },
    ]);
  });

  it('may say that nothing is remembered', async () => {
    await remember(asker, { content: 'Ida Berg plays the cello.' });
    chat.script = () => 'Not in memory.';
    expect(await ask('Which cello does Ida Berg play?')).toMatchObject({
      answer: 'Not in memory.',
      sources: [],
      certainty: 'none',
      generated_by: 'wise',
    });
  });

  it('is checked: what its sources do not say is marked, and not sure', async () => {
    const id = await remember(asker, { content: 'Ida Berg has two dogs.' });
    chat.script = () => 'Ida Berg has 4 dogs [1].';
    expect(await ask('How many dogs does Ida Berg have?')).toMatchObject({
      answer: `Ida Berg has 4 dogs [${id}]. (not confirmed by the cited memories)`,
      certainty: 'low',
    });
  });
});

describe('too much for a model', () => {
  beforeEach(async () => {
    for (const fact of FACTS.slice(0, 4)) await remember(asker, { content: `Ida Berg ${fact}.` });
  });
  const EVERYTHING = 'Tell me everything you know about Ida Berg';

  it('is asked once more by halves when the answer is cut, and the answer says so', async () => {
    chat.script = ({ prompt }) => {
      const said = 'Some of this [1] is known of her.';
      chat.mostCharacters = rowsOf(prompt).length > 2 ? 8 : Number.POSITIVE_INFINITY;
      return said;
    };
    const { answer } = await ask(EVERYTHING);
    expect(chat.questions.map(({ prompt }) => rowsOf(prompt).length)).toEqual([4, 2]);
    expect(answer).toContain('(The model read 2 of 4 memories: all were too much for it.)');
  });

  it('is said in words when it is cut again', async () => {
    chat.script = () => 'Some of this [1] is known of her, and more than can be said here.';
    chat.mostCharacters = 40;
    const answer = await ask(EVERYTHING);
    expect(answer.answer).toContain('(The answer is cut off here: the model reached its limit of tokens.)');
    expect(answer).toMatchObject({ certainty: 'low', generated_by: 'wise' });
  });

  it('is said in words when the server finds the prompt too long, after one try of each length', async () => {
    const message = "This model's maximum context length is 512 tokens";
    chat.http.outage = { kind: 'body', status: 400, body: JSON.stringify({ error: { message } }) };
    const answer = await ask(EVERYTHING);
    expect(chat.http.requests).toHaveLength(2);
    expect(answer.answer).toMatch(/^The memories are too long for the model\. What they say:\n/);
    expect(answer.sources).toHaveLength(4);
  });

  it('is never sent where the context of the model is known', async () => {
    const filler = 'The weather was fine again, and nothing else happened. '.repeat(30);
    for (let n = 0; n < 15; n++) await remember(asker, { content: `Ida Berg met friend ${n}. ${filler}` });
    chat.script = () => 'Friends [1].';
    await ask(EVERYTHING, { limit: 100 });
    const { system, prompt } = chat.lastQuestion;
    expect(system.length + prompt.length).toBeLessThan(4 * 4_096);
    expect(rowsOf(prompt).length).toBeGreaterThan(4);
  });
});
