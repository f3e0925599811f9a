import { ACCESS_LEVELS, allows, coversAgent, isAgentIdPattern, reaches, type Grant } from './grant';

function grant(agents: string[], access: Grant['access'] = 'manage'): Grant {
  return { agents, access, scopes: null, by: 'key:test' };
}

describe('coversAgent', () => {
  it.each([
    ['support', 'support', true],
    ['support', 'support-1', false],
    ['support', 'Support', false],
    ['support-*', 'support-1', true],
    ['support-*', 'support-', true],
    ['support-*', 'support', false],
    ['support-*', 'xsupport-1', false],
    ['*', 'anything', true],
  ])('pattern %s, agent %s: %s', (pattern, agentId, expected) => {
    expect(coversAgent(grant([pattern]), agentId)).toBe(expected);
  });

  it('needs one of several patterns', () => {
    expect(coversAgent(grant(['a', 'b-*']), 'b-1')).toBe(true);
    expect(coversAgent(grant(['a', 'b-*']), 'c')).toBe(false);
    expect(coversAgent(grant([]), 'c')).toBe(false);
  });
});

describe('reaches', () => {
  it('includes every lower level', () => {
    const reached = ACCESS_LEVELS.map((held) =>
      ACCESS_LEVELS.filter((needed) => reaches({ access: held }, needed)),
    );
    expect(reached).toEqual([
      ['read'],
      ['read', 'write'],
      ['read', 'write', 'create'],
      ['read', 'write', 'create', 'manage'],
    ]);
  });
});

describe('allows', () => {
  it('needs both a pattern that matches and the level', () => {
    expect(allows(grant(['a'], 'write'), 'a', 'read')).toBe(true);
    expect(allows(grant(['a'], 'read'), 'a', 'write')).toBe(false);
    expect(allows(grant(['a']), 'b', 'read')).toBe(false);
  });
});

describe('isAgentIdPattern', () => {
  it.each(['a', 'support-*', '*', 'x'.repeat(128), `${'x'.repeat(128)}*`])('takes %s', (value) => {
    expect(isAgentIdPattern(value)).toBe(true);
  });

  it.each(['', '**', 'a*b', '*a', 'a b', 'a.b', 'é*', 'a\n', 'x'.repeat(129), 7, null])(
    'refuses %s',
    (value) => {
      expect(isAgentIdPattern(value)).toBe(false);
    },
  );
});
