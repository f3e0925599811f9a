import { memoryJson } from '../../src/backend/embedded/memory-rows';
import { aMemory } from '../../test/support/memories';
import { newMemory } from './ceiling-memory';

it('has a value for each column that a new memory of the service has', () => {
  const row: Record<string, unknown> = newMemory({ agentId: 'a', sessionId: 's' }, 'The user prefers tea.');
  const stored = memoryJson({ ...aMemory(), createdAt: new Date(0) });
  expect(Object.keys(row).toSorted()).toEqual(Object.keys(stored).toSorted());
  expect(row).toMatchObject({ names: [], tags: [], past: null, superseded_by: null });
});
