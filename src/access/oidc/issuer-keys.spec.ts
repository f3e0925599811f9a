import type { DomainError } from '../../common/domain-error';
import { TestClock } from '../../../test/support/test-clock';
import { IssuerKeys, type KeySet } from './issuer-keys';

/** An issuer with the keys of these ids. */
class FakeIssuer {
  fetches = 0;
  kids = ['first'];
  isAway = false;
  /** A fetch ends with this. */
  answer: Promise<void> = Promise.resolve();

  fetch = async (): Promise<KeySet> => {
    this.fetches++;
    const kids = [...this.kids];
    await this.answer;
    if (this.isAway) throw new Error('away');
    return ({ kid }) =>
      kids.includes(kid ?? '')
        ? Promise.resolve({ kid } as never)
        : Promise.reject(Object.assign(new Error('no key'), { code: 'ERR_JWKS_NO_MATCHING_KEY' }));
  };
}

function setUp() {
  const clock = new TestClock();
  const issuer = new FakeIssuer();
  const keys = new IssuerKeys(issuer.fetch, clock, () => undefined);
  /** The id of the key found, or the code of the error. */
  const find = (kid: string): Promise<string> =>
    keys.find({ alg: 'ES256', kid }).then(
      ({ key }) => (key as unknown as { kid: string }).kid,
      (error: DomainError) => error.code,
    );
  return { clock, issuer, keys, find };
}

describe('the keys of an issuer', () => {
  it('are fetched once for concurrent tokens, and then kept', async () => {
    const { issuer, find } = setUp();
    expect(await Promise.all(Array.from({ length: 20 }, () => find('first')))).toEqual(
      Array(20).fill('first'),
    );
    expect(await find('first')).toBe('first');
    expect(issuer.fetches).toBe(1);
  });

  it('are fetched again for an unknown id, at most once a minute', async () => {
    const { clock, issuer, find } = setUp();
    await find('first');
    issuer.kids = ['second'];
    expect(await Promise.all([find('second'), find('second'), find('third')])).toEqual([
      'second',
      'second',
      'ERR_JWKS_NO_MATCHING_KEY',
    ]);
    clock.advance({ seconds: 59 });
    expect(await find('third')).toBe('ERR_JWKS_NO_MATCHING_KEY');
    expect(issuer.fetches).toBe(2);
    issuer.kids = ['third'];
    clock.advance({ seconds: 1 });
    expect(await find('third')).toBe('third');
    expect(issuer.fetches).toBe(3);
  });

  it('end within ten minutes when the issuer withdraws them', async () => {
    const { clock, issuer, find } = setUp();
    await find('first');
    issuer.kids = ['second'];
    clock.advance({ minutes: 10, ms: -1 });
    expect(await find('first')).toBe('first');
    clock.advance({ ms: 1 });
    expect(await find('first')).toBe('ERR_JWKS_NO_MATCHING_KEY');
  });

  it('stay in use while the issuer is away, and are asked for once a minute in the background', async () => {
    const { clock, issuer, find } = setUp();
    await find('first');
    issuer.isAway = true;
    clock.advance({ minutes: 10 });
    expect(await find('first')).toBe('first');
    expect(await find('first')).toBe('first');
    expect(issuer.fetches).toBe(2);
    clock.advance({ minutes: 1 });
    let answer = (): void => undefined;
    issuer.answer = new Promise((resolve) => (answer = resolve));
    expect(await find('first')).toBe('first');
    expect(issuer.fetches).toBe(3);
    issuer.isAway = false;
    issuer.kids = ['second'];
    answer();
    await new Promise(setImmediate);
    clock.advance({ minutes: 1 });
    expect(await find('second')).toBe('second');
  });

  it('that cannot be fetched make a token unverifiable, not invalid', async () => {
    const { clock, issuer, find, keys } = setUp();
    issuer.isAway = true;
    expect(await find('first')).toBe('IssuerUnavailable');
    expect(await find('first')).toBe('IssuerUnavailable');
    expect(issuer.fetches).toBe(1);
    clock.advance({ seconds: 2 });
    issuer.isAway = false;
    expect(await find('first')).toBe('first');
    issuer.isAway = true;
    expect(await find('second')).toBe('IssuerUnavailable');
    clock.advance({ seconds: 20 });
    await expect(keys.find({ alg: 'ES256', kid: 'second' })).rejects.toMatchObject({
      fields: { retry_after_seconds: 40 },
    });
    expect(await find('first')).toBe('first');
    expect(issuer.fetches).toBe(3);
  });
});
