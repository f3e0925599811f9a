import type { Claim } from './claim';
import { KeyHold, type ClaimStore } from './key-hold';

const CLAIM: Claim = { agentId: 'a', key: 'k', createdAt: new Date(0), heldUntil: '0' };

/** Notes what it is asked for; each prolonging takes as long as the test says. */
class NotedClaims implements ClaimStore {
  readonly asked: string[] = [];
  prolonging: Promise<void> = Promise.resolve();
  fails = false;
  private ends = 0;

  async prolong(claim: Claim): Promise<Claim | null> {
    this.asked.push(`prolong ${claim.heldUntil}`);
    await this.prolonging;
    if (this.fails) throw new Error('The database is away');
    return { ...claim, heldUntil: String(++this.ends) };
  }

  complete(claim: Claim): Promise<void> {
    this.asked.push(`complete ${claim.heldUntil}`);
    return this.fails ? Promise.reject(new Error('The database is away')) : Promise.resolve();
  }

  giveBack(claim: Claim): Promise<void> {
    this.asked.push(`give back ${claim.heldUntil}`);
    return this.fails ? Promise.reject(new Error('The database is away')) : Promise.resolve();
  }
}

describe('KeyHold', () => {
  let claims: NotedClaims;
  let hold: KeyHold;

  beforeEach(() => {
    jest.useFakeTimers();
    claims = new NotedClaims();
    hold = new KeyHold(claims, CLAIM, 30_000);
  });

  afterEach(() => jest.useRealTimers());

  it('is prolonged well before it lapses, and completed with its last end', async () => {
    await jest.advanceTimersByTimeAsync(25_000);
    await hold.complete({});
    expect(claims.asked).toEqual(['prolong 0', 'prolong 1', 'complete 2']);
  });

  it('waits for the end of a prolonging before it is completed', async () => {
    let prolonged = (): void => undefined;
    claims.prolonging = new Promise((resolve) => (prolonged = resolve));
    await jest.advanceTimersByTimeAsync(10_000);
    const completed = hold.complete({});
    prolonged();
    await completed;
    expect(claims.asked).toEqual(['prolong 0', 'complete 1']);
  });

  it('outlives a prolonging that fails', async () => {
    claims.fails = true;
    await jest.advanceTimersByTimeAsync(10_000);
    claims.fails = false;
    await jest.advanceTimersByTimeAsync(10_000);
    await hold.giveBack();
    expect(claims.asked).toEqual(['prolong 0', 'prolong 0', 'give back 1']);
  });

  it('is not prolonged after its end', async () => {
    await hold.complete({});
    await jest.advanceTimersByTimeAsync(60_000);
    expect(claims.asked).toEqual(['complete 0']);
  });

  it('lapses by itself when it cannot be given back', async () => {
    claims.fails = true;
    await expect(hold.giveBack()).resolves.toBeUndefined();
  });
});
