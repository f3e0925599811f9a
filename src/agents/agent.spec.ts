import fc from 'fast-check';
import { ValidationError } from '../common/validation-error';
import { namespaceOf, pathAgentId } from './agent';

describe('pathAgentId', () => {
  it('passes letters, digits, hyphens and underscores', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/), (id) => {
        expect(pathAgentId(id)).toBe(id);
      }),
    );
  });

  it.each(['', 'a b', 'a.b', 'a/b', 'ä', 'a\n', 'a'.repeat(129), undefined, 7, ['a']])('refuses %j', (id) => {
    expect(() => pathAgentId(id)).toThrow(ValidationError);
  });
});

describe('namespaceOf', () => {
  it('is what the interface names', () => {
    expect(namespaceOf('support-bot')).toBe('service_agent_support-bot');
  });
});
