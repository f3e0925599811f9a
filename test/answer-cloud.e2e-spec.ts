import { Logger } from '@nestjs/common';
import { newSession, remember, type TestSession } from './support/agents';
import { ProtocolStub } from './support/protocol-stub';
import { startTestApp, type TestApp } from './support/test-app';

describe('an answer in the cloud without a model of its own', () => {
  let stub: ProtocolStub;
  let app: TestApp;
  let asker: TestSession;
  let tea: string;

  beforeAll(async () => {
    stub = new ProtocolStub({ mode: 'cloud', spelling: 'new', apiKey: 'the-key' });
    await stub.start();
    const backend = { BACKEND_MODE: 'cloud', BACKEND_URL: stub.url, BACKEND_API_KEY: 'the-key' } as const;
    app = await startTestApp({ env: backend });
    asker = await newSession(app, 'asker');
    tea = await remember(asker, { content: 'Ann drinks green tea', title: 'Tea' });
  });
  afterAll(async () => {
    await app.close();
    await stub.close();
    jest.restoreAllMocks();
  });

  const ask = async () => {
    const { body } = await asker.call('post', 'answer').send({ question: 'tea' }).expect(200);
    return body as Record<string, unknown>;
  };

  it('is written by the model of the backend, which is asked without its memories', async () => {
    stub.answer = { status: 200, body: { answer: `Green tea [${tea}].`, model: 'large' } };
    expect(await ask()).toMatchObject({
      answer: `Green tea [${tea}].`,
      sources: [{ memory_id: tea, title: 'Tea' }],
      generated_by: 'large',
    });
    const [question] = stub.to('POST /answer');
    expect(question?.body).toMatchObject({ namespace: '', type: 'text' });
    expect(String(question?.body.query)).toContain('Ann drinks green tea');
  });

  it('is made of the memories themselves while the backend has no model', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    stub.answer = { status: 501, body: {} };
    expect(await ask()).toMatchObject({ sources: [{ memory_id: tea }], generated_by: 'extractive' });
  });
});
