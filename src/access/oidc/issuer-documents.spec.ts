import { startOidcIssuer, type OidcIssuer } from '../../../test/support/oidc-issuer';
import { fetchJwks } from './issuer-keys';

let issuer: OidcIssuer;

beforeAll(async () => {
  issuer = await startOidcIssuer();
});
afterAll(() => issuer.stop());

const fetchIn = (timeoutMs: number) => fetchJwks({ issuer: issuer.url, jwksUrl: null }, timeoutMs);

describe.each(['discovery', 'keys'] as const)('the %s of an issuer', (document) => {
  afterEach(() => (issuer.faults[document] = null));

  it('is given up after the time-out', async () => {
    issuer.faults[document] = { kind: 'hang' };
    await expect(fetchIn(50)).rejects.toThrow('time');
  });

  it.each([
    [{ kind: 'endless' }, 'more than 262144 bytes'],
    [{ kind: 'redirect', to: 'https://127.0.0.1:1/' }, 'status 302'],
    [{ kind: 'body', body: '<html>' }, 'not JSON'],
  ] as const)('answering %j is refused with a reason', async (fault, reason) => {
    issuer.faults[document] = fault;
    await expect(fetchIn(30_000)).rejects.toThrow(reason);
  });
});
