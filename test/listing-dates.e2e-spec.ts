import { newSession, type TestSession } from './support/agents';
import { uniqueId } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  app = await startTestApp();
  session = await newSession(app, uniqueId());
});
afterAll(() => app.close());

describe.each([
  ['as-of', 'as_of'],
  ['changed-since', 'since'],
])('recall/%s', (listing, field) => {
  const send = (value: unknown) => session.call('post', `recall/${listing}`).send({ [field]: value });

  it.each(['2026-05-01', '2026-05-01T12:00', '2026-05-01T12:00:30,5Z', '2026-05-01T12:00:00+0200'])(
    'takes %s',
    async (value) => {
      await send(value).expect(200);
    },
  );

  it.each(['yesterday', '1 May 2026', '2026-05-01 12:00:00', '2026-05-01t12:00:00z', '20260501', 1777636800])(
    'refuses %j, which is not in ISO 8601, and names the format and an example',
    async (value) => {
      const { body } = await send(value).expect(422);
      const msg = expect.stringMatching(/YYYY-MM-DD or an ISO 8601 datetime such as 2026-05-01T12:00:00Z$/);
      const { detail } = body as { detail: unknown };
      expect(detail).toEqual([expect.objectContaining({ loc: ['body', field], input: value, msg })]);
    },
  );
});
