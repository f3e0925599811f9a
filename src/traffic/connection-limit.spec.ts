import { connectionLimit } from './connection-limit';

const PROXY = '10.0.0.7';
const limitOf = (most: number | null) =>
  connectionLimit({ MAX_CONNECTIONS_PER_ADDRESS: most }, (address) => address === PROXY);

describe('connectionLimit', () => {
  it('is 128 unless set, and none for loopback addresses then', () => {
    const limit = limitOf(null);
    expect(limit?.most).toBe(128);
    expect(limit?.isExempt('127.0.0.1')).toBe(true);
    expect(limit?.isExempt('::1')).toBe(true);
    expect(limit?.isExempt('192.0.2.1')).toBe(false);
  });

  it('holds for loopback addresses when it is set', () => {
    const limit = limitOf(5);
    expect(limit?.most).toBe(5);
    expect(limit?.isExempt('127.0.0.1')).toBe(false);
  });

  it('never holds for a trusted proxy', () => {
    expect(limitOf(null)?.isExempt(PROXY)).toBe(true);
    expect(limitOf(5)?.isExempt(PROXY)).toBe(true);
  });

  it('is off at 0', () => {
    expect(limitOf(0)).toBeNull();
  });
});
