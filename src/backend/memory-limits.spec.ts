import * as fc from 'fast-check';
import { DomainError } from '../common/domain-error';
import { checkContentLength, MAX_CONTENT, memoryNotFound } from './memory-limits';

describe('checkContentLength', () => {
  it('accepts 10000 characters, however many UTF-16 units they are', () => {
    expect(() => checkContentLength('😀'.repeat(MAX_CONTENT))).not.toThrow();
  });

  it('refuses 10001 characters, and says both numbers', () => {
    expect.assertions(2);
    try {
      checkContentLength('😀'.repeat(MAX_CONTENT + 1));
    } catch (error) {
      expect((error as DomainError).code).toBe('text_too_long');
      expect((error as DomainError).fields).toEqual({
        actual_length: MAX_CONTENT + 1,
        max_length: MAX_CONTENT,
      });
    }
  });
});

describe('memoryNotFound', () => {
  it('names the memory', () => {
    expect(memoryNotFound('m-1').message).toContain('m-1');
  });

  it('stays short and well-formed, whatever the path said', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (id) => {
        const { message } = memoryNotFound(id);
        expect(message.length).toBeLessThan(150);
        expect(message.isWellFormed()).toBe(true);
      }),
    );
  });
});
