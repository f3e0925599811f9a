import { beginSpan, traced, traceHeaders } from './tracing';

describe('work outside a trace', () => {
  const start = jest.fn();

  it('is done as it would be otherwise: nothing is said of it, and a failure is its own', async () => {
    const promise = Promise.resolve('done');
    expect(traced(start, () => promise)).toBe(promise);
    await expect(traced(start, () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
    expect(beginSpan(start)).toBeNull();
    expect(traceHeaders()).toEqual({});
    expect(start).not.toHaveBeenCalled();
  });
});
