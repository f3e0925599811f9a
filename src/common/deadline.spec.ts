import { inTime } from './deadline';

describe('an answer in time', () => {
  it('is the answer', async () => {
    expect(await inTime(Promise.resolve(1), 60_000)).toBe(1);
  });

  it('is nothing when it fails', async () => {
    expect(await inTime(Promise.reject(new Error('gone')), 60_000)).toBeNull();
  });

  it('is nothing when it does not come', async () => {
    expect(await inTime(new Promise<number>(() => undefined), 1)).toBeNull();
  });
});
