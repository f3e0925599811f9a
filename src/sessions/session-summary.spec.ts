import { durationHours, summaryMemory } from './session-summary';

const FROM = new Date('2026-05-01T12:00:00Z');
const SESSION = {
  sessionId: 'sess_0a1b2c3d4e5f',
  agentId: 'a',
  namespace: 'service_agent_a',
  startedAt: FROM,
  expiresAt: new Date('2026-05-01T18:00:00Z'),
  pattern: 'support' as const,
};

describe('durationHours', () => {
  it.each([
    [0, 0],
    [5_400_000, 1.5],
    [1_000, 0.0003],
  ])('of %i ms is %d', (ms, hours) => {
    expect(durationHours(FROM, new Date(FROM.getTime() + ms))).toBe(hours);
  });
});

describe('summaryMemory', () => {
  it.each([
    [1, '1 memory'],
    [2, '2 memories'],
  ])('says in words what the session was (%i)', (created, words) => {
    const memory = summaryMemory(SESSION, new Date('2026-05-01T13:30:00Z'), created, 'id');

    expect(memory.content).toBe(
      'Session sess_0a1b2c3d4e5f lasted 1.5 hours, from 2026-05-01T12:00:00.000Z ' +
        `to 2026-05-01T13:30:00.000Z, and created ${words}.`,
    );
  });
});
