import request, { type Test } from 'supertest';
import { newSession, type TestSession } from './agents';
import { uniqueId } from './sessions';
import type { Reachable, TestApp } from './test-app';

/** A setting as the interface shows it. */
export interface Setting {
  value: unknown;
  source: string;
  locked: boolean;
}

export interface Config {
  settings: Record<string, Setting>;
}

export function changeSettings(app: Reachable, changes: object): Test {
  return request(app.url).patch('/api/ui/config').send(changes);
}

export async function configOf(app: TestApp): Promise<Config> {
  const { body } = await request(app.url).get('/api/ui/config').expect(200);
  return body as Config;
}

export async function settingOf(app: TestApp, key: string): Promise<Setting | undefined> {
  return (await configOf(app)).settings[key];
}

/** Takes away whatever a test has stored. */
export async function resetSettings(app: TestApp): Promise<void> {
  const { settings } = await configOf(app);
  const stored = Object.keys(settings).filter((key) => settings[key]?.source === 'stored');
  await changeSettings(app, Object.fromEntries(stored.map((key) => [key, null]))).expect(200);
}

/** An agent with so many memories. */
export async function filledSession(app: TestApp, count: number): Promise<TestSession> {
  const session = await newSession(app, uniqueId());
  const memories = Array.from({ length: count }, (_, i) => ({ content: `Tea number ${i}.` }));
  await session.call('post', 'batch-remember').send({ memories }).expect(200);
  return session;
}

/** How many memories a listing without a limit shows. */
export async function recentCount(session: TestSession): Promise<number> {
  const { body } = await session.call('post', 'recall/recent').send({}).expect(200);
  return (body as { count: number }).count;
}
