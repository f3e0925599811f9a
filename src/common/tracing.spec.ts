import { beginSpan, errorKind, traced, traceHeaders } from './tracing';

describe('work that nobody is told of', () => {
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

describe('errorKind', () => {
  class Unnamed extends Error {}

  it('is the name of an error, or of its class where it has none of its own', () => {
    expect(errorKind(new TypeError('secret'))).toBe('TypeError');
    expect(errorKind(new Unnamed('secret'))).toBe('Unnamed');
    expect(errorKind(Object.assign(new Error('secret'), { name: 'AbortError' }))).toBe('AbortError');
    expect(errorKind('secret')).toBe('string');
  });
});
