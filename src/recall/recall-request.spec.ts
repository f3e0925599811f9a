import * as fc from 'fast-check';
import { DomainError } from '../common/domain-error';
import { ValidationError } from '../common/validation-error';
import { toFilter, toInstant, toLimit } from './recall-request';

describe('toFilter', () => {
  it('has no condition but the default status for an empty request', () => {
    expect(toFilter({}, 'active', {})).toEqual({
      types: null,
      tags: null,
      sources: null,
      status: 'active',
      createdAfter: null,
      createdBefore: null,
    });
  });

  it('takes null for absent', () => {
    const nulls = {
      type: null,
      tags: null,
      source: null,
      created_after: null,
      created_before: null,
      status: null,
    };
    expect(toFilter(nulls, 'all', {})).toEqual(toFilter({}, 'all', {}));
  });

  it('takes an empty list for no condition', () => {
    expect(toFilter({ type: [], tags: [], source: [] }, 'all', {})).toEqual(toFilter({}, 'all', {}));
  });

  it('spans from the start of one day to the end of another', () => {
    const filter = toFilter({ created_after: '2026-05-01', created_before: '2026-05-02' }, 'all', {});
    expect(filter.createdAfter?.toISOString()).toBe('2026-05-01T00:00:00.000Z');
    expect(filter.createdBefore?.toISOString()).toBe('2026-05-02T23:59:59.999Z');
  });

  it('prefers the status asked for to the default', () => {
    expect(toFilter({ status: 'expired' }, 'active', {}).status).toBe('expired');
  });
});

describe('toLimit', () => {
  it('is the limit asked for, up to 100', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 100 }), (limit) => toLimit(limit, 10) === limit));
  });

  it('is the default where none is asked for', () => {
    expect([toLimit(null, 7), toLimit(undefined, 7)]).toEqual([7, 7]);
  });

  it('refuses more than 100, and says both numbers', () => {
    expect.assertions(2);
    try {
      toLimit(101, 10);
    } catch (error) {
      expect((error as DomainError).code).toBe('k_too_large');
      expect((error as DomainError).fields).toEqual({ actual_k: 101, max_k: 100 });
    }
  });
});

describe('toInstant', () => {
  it('names the field and the accepted formats when it refuses', () => {
    expect.assertions(2);
    try {
      toInstant('since', 'soon', 'start');
    } catch (error) {
      const [issue] = (error as ValidationError).issues;
      expect(issue?.loc).toEqual(['body', 'since']);
      expect(issue?.msg).toContain('YYYY-MM-DD');
    }
  });
});
