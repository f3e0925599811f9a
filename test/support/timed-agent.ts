import { newSession, remember as rememberIn, type TestSession } from './agents';
import type { TestApp } from './test-app';

export const START = '2026-05-01T12:00:00.000Z';

export interface Shown {
  id: string;
  current: boolean;
  superseded_by: string | null;
}

export const idsOf = (memories: readonly Shown[]) => memories.map(({ id }) => id).sort();

/** An instant so long after the start, on the same day. */
export const later = (minutes: number) => new Date(Date.parse(START) + minutes * 60_000);

/** What tests of validity do in a session of their own agent, whose ids begin with `name`. Each test begins at `START`. */
export function useTimedAgent(app: TestApp, name: string) {
  let session: TestSession;
  let agents = 0;

  beforeEach(async () => {
    app.clock.set(new Date(START));
    session = await newSession(app, `${name}-${agents++}`);
  });

  const call: TestSession['call'] = (method, path) => session.call(method, path);

  async function get(id: string): Promise<Record<string, unknown>> {
    const { body } = await call('get', `memories/${id}`).expect(200);
    return body as Record<string, unknown>;
  }

  async function recalled(query: string, fields: object = {}): Promise<Shown[]> {
    const { body } = await call('post', 'recall')
      .send({ query, ...fields })
      .expect(200);
    return body.memories;
  }

  /** The first reason of a 422. */
  async function refused(
    path: string,
    body: object,
    method: 'post' | 'patch' = 'post',
  ): Promise<{ loc: unknown[] }> {
    const { body: answer } = await call(method, path).send(body).expect(422);
    return answer.detail[0];
  }

  return {
    call,
    remember: (fields: object): Promise<string> => rememberIn(session, fields),
    get,
    recalled,
    refused,
  };
}
