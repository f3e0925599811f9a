import { newSession, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { TEAM_FACTS } from './support/team-facts';
import { useTestApp } from './support/test-app';

const app = useTestApp();
let session: TestSession;

async function store(contents: readonly string[]): Promise<void> {
  const memories = contents.map((content) => ({ content }));
  await session.call('post', 'batch-remember').send({ memories }).expect(200);
}

interface Asked {
  /** The titles, which are the contents of short memories. */
  sources: string[];
  answer: string;
  certainty: string;
}

async function ask(question: string, fields: object = {}): Promise<Asked> {
  const { body } = await session
    .call('post', 'answer')
    .send({ question, ...fields })
    .expect(200);
  const { answer, sources, certainty } = body as Omit<Asked, 'sources'> & { sources: { title: string }[] };
  return { answer, certainty, sources: sources.map(({ title }) => title) };
}

describe('the sources of an answer', () => {
  beforeAll(async () => {
    session = await newSession(app, uniqueId());
    await store(TEAM_FACTS);
  });

  it.each([
    ['What must I never do?', 'Never push directly to main.'],
    ['Who runs payments?', 'Maria runs the payments team.'],
    ['On which day are deployments of billing?', 'Deployments of billing now happen on Thursdays.'],
    ['What is the staging database called?', 'The staging database is called ledger-stage.'],
    ['Which Docker do the integration tests need?', 'Integration tests need Docker 24 or newer.'],
  ])('of %j are the fact that holds it', async (question, fact) => {
    expect((await ask(question)).sources).toEqual([fact]);
  });

  it.each([
    'Who leads the marketing department in Paris?',
    'What does the user eat for breakfast?',
    'How tall is Kim?',
  ])('of %j are none, and the answer says so', async (question) => {
    const { answer, sources } = await ask(question);
    expect(sources).toEqual([]);
    expect(answer).toContain('Nothing that is remembered bears on this question');
  });

  it('say how sure it is that they bear on the question', async () => {
    expect(await ask('Who runs the payments team?')).toMatchObject({
      certainty: 'high',
      answer: expect.stringMatching(/^One memory bears on this:/) as unknown,
    });
    expect(await ask('Who in the payments team sings in the choir?')).toMatchObject({
      certainty: 'low',
      answer: expect.stringMatching(/^One memory may bear on this:/) as unknown,
    });
    expect(await ask('How tall is Kim?')).toMatchObject({ certainty: 'none', sources: [] });
  });

  it('say so in a stream too', async () => {
    const asked = session.call('post', 'answer').set('Accept', 'text/event-stream');
    const { text } = await asked.send({ question: 'Who runs the payments team?' }).expect(200);
    expect(text).toMatch(/event: sources\ndata: .*"certainty":"high"/);
  });

  it('are the turns beside a match in a conversation, and nothing stored apart from it', async () => {
    session = await newSession(app, uniqueId());
    const chat = ['[13:56] Ann: Which summer was best?', '[13:57] Bob: Lisbon with you.'];
    await store([...chat, 'Jonas is on call in even weeks.']);
    expect((await ask('Which summer was best?')).sources.sort()).toEqual(chat);
    expect((await ask('Which summer was best?', { neighbours: 'off' })).sources).toEqual(chat.slice(0, 1));
  });
});
