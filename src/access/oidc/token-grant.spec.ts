import type { DomainError } from '../../common/domain-error';
import { grantOf, type Claims } from './token-grant';

const NAMES = { agents: 'agents', access: 'access' };
const TOKEN: Claims = { sub: 'ada', agents: ['support-*'], access: 'write' };

const grant = (claims: Claims) => grantOf({ ...TOKEN, ...claims }, NAMES);

function codeOf(claims: Claims): string | null {
  try {
    grant(claims);
    return null;
  } catch (error) {
    return (error as DomainError).code;
  }
}

describe('the grant of a token', () => {
  it('has the agents, the access and the subject of the claims', () => {
    expect(grant({})).toEqual({ agents: ['support-*'], access: 'write', scopes: null, by: 'oidc:ada' });
  });

  it('takes words of a string for an array', () => {
    expect(grant({ agents: ' demo  support-* ' }).agents).toEqual(['demo', 'support-*']);
  });

  it('ignores what is neither an agent id nor a prefix', () => {
    expect(grant({ agents: ['/team', 'a*b', '**', 'demo', ''] }).agents).toEqual(['demo']);
  });

  it('reads claims of other names, whatever is in them', () => {
    const names = { agents: 'https://memory.example.com/agents', access: 'roles' };
    const claims = {
      sub: 'ada',
      [names.agents]: ['*'],
      roles: ['offline_access', 'read', 'manage', 'write'],
    };
    expect(grantOf(claims, names)).toEqual({ agents: ['*'], access: 'manage', scopes: null, by: 'oidc:ada' });
  });

  it('is read without an access claim', () => {
    expect(grant({ access: undefined }).access).toBe('read');
  });

  it.each([
    ['admin'],
    ['Write'],
    [''],
    [5],
    [null],
    [true],
    [{ write: true }],
    [[]],
    [['write', 5]],
    ['writemanage'],
  ])('is refused with an access claim of %j', (access) => {
    expect(codeOf({ access })).toBe('KeyNotAllowed');
  });

  it.each([
    [undefined],
    [''],
    [' '],
    ['a*b'],
    [7],
    [null],
    [true],
    [{ '*': true }],
    [[]],
    [['demo', 7]],
    [[['*']]],
  ])('is refused with an agents claim of %j', (agents) => {
    expect(codeOf({ agents })).toBe('KeyNotForAgent');
  });

  it.each([[undefined], [''], [7], [null], ['a\u0000b'], ['a\nb'], ['ä'], ['x'.repeat(256)]])(
    'is refused with a subject of %j',
    (sub) => {
      expect(codeOf({ sub })).toBe('InvalidBearerToken');
    },
  );

  it('ignores claims that every object inherits', () => {
    expect(() => grantOf(TOKEN, { agents: 'constructor', access: 'access' })).toThrow('names none');
    expect(grantOf(TOKEN, { agents: 'agents', access: 'toString' }).access).toBe('read');
  });
});
