import { type Standing, standingText } from './standing-text.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const HOLDS: Standing = {
  status: 'active',
  current: true,
  validFrom: null,
  validTo: null,
  supersededBy: null,
  past: null,
  key: null,
};

describe('standingText', () => {
  it.each<[string, Partial<Standing>, string]>([
    ['nothing about a memory without times', {}, ''],
    ['when it holds', { validFrom: new Date('2026-02-01') }, 'Holds from 2026-02-01'],
    [
      'what replaced it, and since when',
      { current: false, validTo: new Date('2026-02-01'), supersededBy: ID },
      `Not current: until 2026-02-01, replaced by ${ID}`,
    ],
    [
      'that it begins later',
      { current: false, validFrom: new Date('2026-06-01') },
      'Not current: from 2026-06-01',
    ],
    [
      'that it has ended',
      { current: false, validTo: new Date('2026-02-01') },
      'Not current: until 2026-02-01',
    ],
    ['that it tells of the past', { current: false, past: true }, 'Not current: it tells of the past'],
    [
      'that its key has a newer memory',
      { current: false, key: 'user.city' },
      'Not current: a newer memory has its key user.city',
    ],
    ['no reason for an expired one', { status: 'expired', current: false }, ''],
  ])('says %s', (_, fields, text) => {
    expect(standingText({ ...HOLDS, ...fields }, NOW)).toBe(text);
    expect(text.length).toBeLessThan(80);
  });
});
