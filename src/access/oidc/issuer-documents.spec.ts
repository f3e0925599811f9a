import { startOidcIssuer, type OidcIssuer } from '../../../test/support/oidc-issuer';
import { fetchJwks } from './issuer-documents';

let issuer: OidcIssuer;

beforeAll(async () => {
  issuer = await startOidcIssuer();
});
afterAll(() => issuer.http.close());

const fetchIn = (timeoutMs: number) => fetchJwks({ issuer: issuer.http.url, jwksUrl: null }, timeoutMs);

describe.each(['/openid-configuration', '/keys'])('the document %s of an issuer', (document) => {
  afterEach(() => issuer.http.heal());

  it('is given up after the time-out', async () => {
    issuer.http.failAll({ kind: 'hang' }, document);
    await expect(fetchIn(50)).rejects.toThrow('time');
  });

  it.each([
    [{ kind: 'endless' }, 'more than 262144 bytes'],
    [{ kind: 'redirect', to: 'https://127.0.0.1:1/' }, 'status 307'],
    [{ kind: 'body', body: '<html>' }, 'not JSON'],
  ] as const)('answering %j is refused with a reason', async (fault, reason) => {
    issuer.http.failAll(fault, document);
    await expect(fetchIn(30_000)).rejects.toThrow(reason);
  });
});
