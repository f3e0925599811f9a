import { levelOf, agentIdLabel, routeLabel, type ObservedRequest } from './observed-request';

const REQUEST: ObservedRequest = {
  requestId: 'r',
  method: 'GET',
  route: '/api/v2/agents/:agent_id',
  status: 200,
  durationMs: 1,
  aborted: false,
  agentId: 'a',
  sessionId: null,
  traceId: null,
};

describe('what is logged of a request', () => {
  it('is an agent only where it may be one', () => {
    expect(agentIdLabel('support-bot')).toBe('support-bot');
    for (const text of ['my secret', 'a.b', '', 'x'.repeat(129), ['a'], undefined]) {
      expect(agentIdLabel(text)).toBeNull();
    }
  });

  it('is the pattern of a route and never a path', () => {
    expect(routeLabel('/live')).toBe('/live');
    expect(routeLabel(undefined)).toBe('none');
    expect(routeLabel(/x/)).toBe('none');
  });

  it.each([
    ['info', { status: 200 }],
    ['info', { status: 404 }],
    ['warn', { status: 503 }],
    ['debug', { route: '/live' }],
    ['warn', { route: '/ready', status: 503 }],
  ])('is logged at level %s for %j', (level, changes) => {
    expect(levelOf({ ...REQUEST, ...changes })).toBe(level);
  });
});
