import { DomainError } from '../common/domain-error';
import { bytesOf, checkQuota, isOverQuota, tooManyWrites } from './quota';
import { quotaRefusals } from './quota-counts';

const LIMITS = { maxMemories: 10, maxBytes: 100, writesPerMinute: null };

function refusal(after: { memories: number; bytes: number }, growth: { memories: number; bytes: number }) {
  try {
    checkQuota(LIMITS, after, growth);
    return null;
  } catch (error) {
    return error as DomainError;
  }
}

describe('a quota', () => {
  it('is refused only beyond it, and only to what adds to it', () => {
    expect(refusal({ memories: 10, bytes: 100 }, { memories: 1, bytes: 10 })).toBeNull();
    expect(refusal({ memories: 12, bytes: 200 }, { memories: 0, bytes: -1 })).toBeNull();
    expect(refusal({ memories: 12, bytes: 90 }, { memories: 0, bytes: 1 })).toBeNull();
    expect(refusal({ memories: 11, bytes: 50 }, { memories: 2, bytes: 5 })?.fields).toEqual({
      quota: 'max_memories',
      limit: 10,
      used: 9,
      adds: 2,
    });
    expect(refusal({ memories: 9, bytes: 101 }, { memories: 1, bytes: 5 })?.fields).toEqual({
      quota: 'max_bytes',
      limit: 100,
      used: 96,
      adds: 5,
    });
  });

  it('counts bytes of UTF-8', () => {
    expect(bytesOf({ content: 'é', title: '€', metadata: {} })).toBe(2 + 3 + 2);
  });

  it('counts refusals by its name', () => {
    const before = quotaRefusals().writes_per_minute;
    const error = tooManyWrites(3, 1, 7);
    expect(error.fields).toMatchObject({ quota: 'writes_per_minute', retry_after_seconds: 7 });
    expect(quotaRefusals().writes_per_minute).toBe(before + 1);
    expect([isOverQuota(error), isOverQuota(new DomainError('RateLimited'))]).toEqual([true, false]);
  });
});
