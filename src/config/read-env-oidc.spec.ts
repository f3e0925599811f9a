import { readEnv } from './read-env';

describe('the variables of the issuer', () => {
  const issuer = { OIDC_ISSUER: 'https://id.example.com/realms/team/', OIDC_AUDIENCE: 'agent-memory' };

  it('are an issuer and an audience', () => {
    expect(readEnv(issuer)).toMatchObject({
      ...issuer,
      OIDC_JWKS_URL: null,
      OIDC_AGENTS_CLAIM: 'agents',
      OIDC_ACCESS_CLAIM: 'access',
    });
  });

  it.each([
    ['OIDC_AUDIENCE', 'an issuer without an audience', { OIDC_ISSUER: issuer.OIDC_ISSUER }],
    ['OIDC_ISSUER', 'an audience without an issuer', { OIDC_AUDIENCE: 'agent-memory' }],
    ['OIDC_ISSUER', 'keys without an issuer', { OIDC_JWKS_URL: 'https://id.example.com/keys' }],
    ['OIDC_ISSUER', 'an issuer over http', { ...issuer, OIDC_ISSUER: 'http://id.example.com' }],
    [
      'OIDC_ISSUER',
      'an issuer with a query',
      { ...issuer, OIDC_ISSUER: 'https://id.example.com?realm=team' },
    ],
    ['OIDC_JWKS_URL', 'keys over http', { ...issuer, OIDC_JWKS_URL: 'http://id.example.com/keys' }],
  ])('name %s where there is %s', (name, _, variables) => {
    expect(() => readEnv(variables)).toThrow(`${name} must`);
  });

  it('take keys with a query, and an issuer on this machine', () => {
    const local = {
      OIDC_ISSUER: 'http://localhost:8080',
      OIDC_JWKS_URL: 'https://id.example.com/keys?p=policy',
    };
    expect(readEnv({ ...issuer, ...local })).toMatchObject(local);
  });
});
