import { errorName } from './error-name';

describe('errorName', () => {
  class Unnamed extends Error {}

  it('is the name of an error, or of its class when the error does not set a name', () => {
    expect(errorName(new TypeError('secret'))).toBe('TypeError');
    expect(errorName(new Unnamed('secret'))).toBe('Unnamed');
    expect(errorName(Object.assign(new Error('secret'), { name: 'AbortError' }))).toBe('AbortError');
    expect(errorName('secret')).toBe('string');
  });
});
