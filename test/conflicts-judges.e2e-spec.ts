import { ChatServer } from './support/chat-server';
import { TornAgent } from './support/conflicts';
import { eventually } from './support/eventually';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';

describe('conflicts without a model', () => {
  const app = useTestApp();

  it('are found by rules, among memories of other subjects', async () => {
    const agent = await TornAgent.create(app, 'ruled');
    await agent.remember('The user lives in Berlin.');
    await agent.remember('The API server listens on port 8080.');
    await agent.remember('The weekly report is written on Fridays.');
    await agent.remember('The user likes tea and coffee.');
    await agent.later({ hours: 24 });
    await agent.remember('The user lives in Munich.');
    await agent.remember('The API server listens on port 3000.');
    await agent.remember('The API server is written in Go.');
    expect(await agent.generate()).toMatchObject({
      conflicts: { status: 'success', conflict_count: 2 },
      generated_by: 'rules',
    });
    const rows = await agent.open();
    expect(rows.map(({ type, old_content, new_content }) => [type, old_content, new_content]).sort()).toEqual(
      [
        ['contradiction', 'The API server listens on port 8080.', 'The API server listens on port 3000.'],
        ['contradiction', 'The user lives in Berlin.', 'The user lives in Munich.'],
      ],
    );
    for (const { title, description, recommendation } of rows) {
      for (const text of [title, description, recommendation]) expect(text).toMatch(/\w/);
    }
  });
});

describe('conflicts with a model', () => {
  const model = new ChatServer();
  let app: TestApp;
  let agent: TornAgent;
  let agents = 0;

  beforeAll(async () => {
    await model.http.start();
    app = await startTestApp({ env: { LLM_BASE_URL: model.url, LLM_MODEL: 'judge-1' } });
  });

  afterAll(async () => {
    await app.close();
    await model.close();
  });

  beforeEach(async () => {
    model.reset();
    agent = await TornAgent.create(app, `judged-${agents++}`);
    await agent.remember('The user lives in Berlin.');
    await agent.remember('The user lives in Munich.');
  });

  const verdict = (pair: number) => ({
    pair,
    type: 'update',
    title: 'Moved',
    description: 'From Berlin to Munich',
    recommendation: 'Keep the newer one',
  });

  it('are those that it names, of the pairs that there are', async () => {
    model.script = () => ({ conflicts: [verdict(1), verdict(99)] });
    expect(await agent.generate()).toMatchObject({
      conflicts: { status: 'success', conflict_count: 1 },
      generated_by: 'judge-1',
    });
    expect(await agent.open()).toMatchObject([{ type: 'update', title: 'Moved', index: 0 }]);
    expect(model.lastQuestion.prompt).toContain('Munich');
  });

  it('are found by rules while it is down, which the answer says', async () => {
    model.http.outage = { kind: 'status', status: 503, retryAfter: '0' };
    expect(await agent.generate()).toMatchObject({
      conflicts: { conflict_count: 1 },
      generated_by: 'rules',
    });
    expect(await agent.open()).toMatchObject([{ type: 'contradiction' }]);
  });

  it('are asked for no longer when the client has gone, and nothing is written', async () => {
    model.http.outage = { kind: 'hang' };
    const asking = agent.session.call('post', 'conflicts/generate').send({});
    asking.then(
      () => undefined,
      () => undefined,
    );
    await eventually(
      () => model.http.open,
      (open) => open === 1,
    );
    asking.abort();
    await eventually(
      () => model.http.abandoned,
      (abandoned) => abandoned === 1,
    );
    expect(await agent.open()).toEqual([]);
  });
});

describe('conflicts with a model for decisions', () => {
  const model = new ChatServer();
  let app: TestApp;

  beforeAll(async () => {
    await model.http.start();
    const decision = { DECISION_BASE_URL: model.url, DECISION_MODEL: 'decider-1' };
    app = await startTestApp({ env: { ...decision, CONFLICT_JUDGE: 'model' } });
  });

  afterAll(async () => {
    await app.close();
    await model.close();
  });

  it('are asked about one pair at a time, of those that may be one', async () => {
    const agent = await TornAgent.create(app, 'decided');
    for (const content of ['City: Berlin', 'City: Munich', 'Port: 80', 'Port: 81', 'The user likes tea.'])
      await agent.remember(content);
    model.script = ({ prompt }) => ({ relation: prompt.includes('City') ? 'contradiction' : 'none' });
    const { generated_by } = await agent.generate();
    expect(generated_by).toBe('decider-1');
    expect(await agent.open()).toMatchObject([
      { type: 'contradiction', title: 'Contradiction', new_content: 'City: Munich' },
    ]);
    expect(model.questions).toHaveLength(2);
    for (const { prompt, schemaName } of model.questions)
      expect([prompt.split('\n').length, schemaName]).toEqual([3, 'relation']);
    const { body } = await agent.session.call('get', 'links').expect(200);
    expect(body.links).toMatchObject([{ found_by: 'model', state: 'open' }]);
  });

  it('are asked about a pair once, also when it is none', async () => {
    const agent = await TornAgent.create(app, 'again');
    for (const content of ['City: Berlin', 'City: Munich']) await agent.remember(content);
    model.reset();
    model.script = () => ({ relation: 'none' });
    for (let runs = 0; runs < 2; runs++) await agent.generate();
    expect(await agent.open()).toEqual([]);
    expect(model.questions).toHaveLength(1);
  });
});
