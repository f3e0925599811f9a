import type { RecallResponse } from '@agent-memory/client';
import { foundText } from './found-text.ts';

const MEMORY = {
  id: 'a',
  agentId: 'own',
  type: 'fact',
  content: 'Anna Bell leads the choir.',
  createdAt: new Date(2026, 4, 1, 12),
  tags: [],
  status: 'active',
  current: true,
  score: 0.4,
} as unknown as RecallResponse['memories'][number];
const LISTED = 'a  fact  2026-05-01 12:00  0.40\nAnna Bell leads the choir.';
const OF_OTHER = 'a  of handbook  fact  2026-05-01 12:00  0.40\nAnna Bell leads the choir.';
const TORN = { ...MEMORY, conflictsWith: ['b', 'c'] };
const REST = '2 left out: recall without --cut lists them.';

describe('foundText', () => {
  it.each([
    ['lists memories without a cut', { memories: [MEMORY] }, LISTED],
    ['names another agent', { memories: [{ ...MEMORY, agentId: 'handbook' }] }, OF_OTHER],
    ['says what is in conflict', { memories: [TORN] }, LISTED.replace('\n', '\nIn conflict with b, c\n')],
    ['says that nothing fits without a cut', { memories: [] }, 'No memory fits.'],
    ['lists what bears on the question', { memories: [MEMORY], verdict: 'found', leftOut: 0 }, LISTED],
    [
      'says what may bear on it, and what was left out',
      { memories: [MEMORY], verdict: 'weak', leftOut: 2 },
      `This may bear on the question:\n\n${LISTED}\n\n${REST}`,
    ],
    [
      'says that nothing bears on it',
      { memories: [], verdict: 'nothing', leftOut: 2 },
      `Nothing in memory bears on this question.\n\n${REST}`,
    ],
  ] as const)('%s', (_, found, text) => {
    expect(foundText({ ...found, memories: [...found.memories] }, 'own')).toBe(text);
  });
});
