import { loadSigningKey } from './session-tokens.service';

describe('the signing key', () => {
  it('is the one that tokens were signed with before', async () => {
    const key = await loadSigningKey({ SERVICE_SECRET_KEY: 'a-secret-of-the-service', DATA_DIR: '/nowhere' });
    expect(key.export().toString('hex')).toBe(
      'c7a5c13199002871607f3a59fb29b205917aa0e218586f4e3cbb1ddcdfb11074',
    );
  });
});
