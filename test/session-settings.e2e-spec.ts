import type { Env } from '../src/config/env';
import { newSession } from './support/agents';
import { errorOf, newToken, recent } from './support/sessions';
import { startTestApp, type TestApp } from './support/test-app';

async function withApp(env: Partial<Env>, work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp({ env });
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

describe('the settings of sessions', () => {
  it('SESSION_AUTO_RENEW_ENABLED=false leaves a session near its expiry as it is', async () => {
    await withApp({ SESSION_AUTO_RENEW_ENABLED: false }, async (app) => {
      const { agentId, token } = await newSession(app, 'a');
      app.clock.advance({ hours: 5, minutes: 59 });

      expect(newToken(await recent(app, agentId, token).expect(200))).toBeUndefined();
    });
  });

  it('SESSION_AUTO_RECREATE_ENABLED=false lets a session lapse for good', async () => {
    await withApp({ SESSION_AUTO_RECREATE_ENABLED: false }, async (app) => {
      const { agentId, token } = await newSession(app, 'a');
      app.clock.advance({ hours: 6 });

      expect(errorOf(await recent(app, agentId, token).expect(401))).toBe('SessionExpired');
    });
  });

  it('a window longer than the sessions renews from half of their time on', async () => {
    const env = { SESSION_DEFAULT_DURATION_HOURS: 0.5, SESSION_RENEW_WINDOW_MINUTES: 600 };
    await withApp(env, async (app) => {
      const { agentId, token } = await newSession(app, 'a');
      expect(newToken(await recent(app, agentId, token).expect(200))).toBeUndefined();
      app.clock.advance({ minutes: 15 });

      expect(newToken(await recent(app, agentId, token).expect(200))).toBeDefined();
    });
  });
});
