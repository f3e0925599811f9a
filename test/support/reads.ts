import request, { type Test } from 'supertest';
import type { TestSession } from './agents';
import type { Reachable } from './test-app';

export interface Found {
  id: string;
  agent_id: string;
  content: string;
  score: number;
  current: boolean;
  conflicts_with: string[];
}

/** Replaces the agents that an agent reads. */
export function putReads(app: Reachable, reader: string, agents: unknown): Test {
  return request(app.url).put(`/api/v2/agents/${reader}/reads`).send({ agents });
}

export async function recall(session: Pick<TestSession, 'call'>, body: object): Promise<Found[]> {
  const answer = await session.call('post', 'recall').send(body).expect(200);
  return (answer.body as { memories: Found[] }).memories;
}

export const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id);
export const VACATION = { query: 'How many vacation days are there?' };
