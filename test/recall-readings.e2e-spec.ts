import { DatabaseChangeFeed } from '../src/backend/embedded/database-change-feed';
import { newSession, remember, type TestSession } from './support/agents';
import { eventually } from './support/eventually';
import { describeEmbedded } from './support/on-prem';
import { startTestApp, type TestApp } from './support/test-app';

let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  // What is counted happens in this process.
  app = await startTestApp({ alone: true });
  session = await newSession(app, 'seeker');
});

afterAll(() => app.close());

async function recall(): Promise<unknown[]> {
  const { body } = await session.call('post', 'recall').send({ query: 'tea' }).expect(200);
  return body.memories;
}

describeEmbedded('recall', () => {
  it('reads what has changed only where anything has', async () => {
    const changes = jest.spyOn(DatabaseChangeFeed.prototype, 'changes');
    const readings = async (): Promise<number> => {
      changes.mockClear();
      await recall();
      return changes.mock.calls.length;
    };
    await remember(session, { content: 'green tea' });
    expect(await readings()).toBe(1);
    // A transaction of anybody on the server that was open then counts as a change.
    await eventually(readings, (count) => count === 0);
    await remember(session, { content: 'black tea' });
    expect(await readings()).toBe(1);
    expect(await recall()).toHaveLength(2);
  });
});
