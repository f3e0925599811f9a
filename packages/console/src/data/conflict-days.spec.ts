import { daysBefore, daysOf } from './conflict-days.ts';

const V4 = '2962cb09-6825-4ecd-9d9d-50026747c178';

describe('the days of conflicts', () => {
  it('are those of links and of their memories, newest first and once', () => {
    const link = {
      madeAt: new Date('2026-11-28T19:15:21.508Z'),
      newerId: '01a22395-5be1-7ad8-b44e-411790febf7c',
      olderId: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
    };
    expect(daysOf([link, link])).toEqual(['2026-11-28', '2025-11-24']);
  });

  it('leave out ids that have no time', () => {
    expect(daysOf([{ madeAt: new Date('2026-11-28T00:00:00.000Z'), newerId: V4, olderId: V4 }])).toEqual(['2026-11-28']);
  });

  it('are counted back over the end of a month', () => {
    expect(daysBefore('2026-03-02', 3)).toEqual(['2026-03-01', '2026-02-28', '2026-02-27']);
  });
});
