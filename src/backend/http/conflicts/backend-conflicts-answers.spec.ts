import * as fc from 'fast-check';
import { readConflicts } from './backend-conflicts';

const ROW = {
  type: 'contradiction',
  title: ' Moved ',
  old_memory_id: 'a',
  new_memory_id: 'b',
  description: 'Berlin or Munich',
  recommendation: 'Ask',
};

const READ = {
  oldId: 'a',
  newId: 'b',
  type: 'contradiction',
  title: 'Moved',
  description: 'Berlin or Munich',
  recommendation: 'Ask',
};

describe('the conflicts in what a backend answered', () => {
  it.each([
    ['a list', [ROW]],
    ['an object with the list', { conflicts: [ROW], count: 1 }],
  ])('are read from %s', (_, answer) => {
    expect(readConflicts(answer)).toEqual([READ]);
  });

  it.each([
    ['conflict', 'contradiction'],
    ['Update', 'update'],
    [' duplicate ', 'duplicate'],
  ])('of the type %p are of the type %s', (type, read) => {
    expect(readConflicts([{ ...ROW, type }])).toEqual([{ ...READ, type: read }]);
  });

  it.each([
    ['of an unknown type', { type: 'compatible' }],
    ['of a type that is a property of every object', { type: 'constructor' }],
    ['without a type', { type: null }],
    ['of one memory with itself', { new_memory_id: 'a' }],
    ['with an id that is a number', { old_memory_id: 7 }],
    ['with a blank id', { new_memory_id: '' }],
    ['that says it is none', { conflict: false }],
  ])('leave out a row %s', (_, changes) => {
    expect(readConflicts([{ ...ROW, ...changes }, ROW])).toEqual([READ]);
  });

  it('have no texts where none are given', () => {
    const row = { type: 'update', old_memory_id: 'a', new_memory_id: 'b', title: 7, description: null };
    expect(readConflicts([row])).toEqual([
      { oldId: 'a', newId: 'b', type: 'update', title: '', description: '', recommendation: '' },
    ]);
  });

  it.each([null, 'none', 7, {}, { conflicts: 'none' }])('are not in %p', (answer) => {
    expect(readConflicts(answer)).toBeNull();
  });

  it('are of a known type and of two ids, whatever came', () => {
    const row = fc.record(
      {
        type: fc.oneof(fc.constantFrom('update', 'conflict', '__proto__'), fc.anything()),
        old_memory_id: fc.oneof(fc.constantFrom('a', 'b'), fc.anything()),
        new_memory_id: fc.oneof(fc.constantFrom('a', 'b'), fc.anything()),
        title: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.anything())), (rows) => {
        for (const { type, oldId, newId, title } of readConflicts(rows) ?? []) {
          expect(['contradiction', 'update', 'duplicate']).toContain(type);
          expect([typeof oldId, typeof newId, typeof title]).toEqual(['string', 'string', 'string']);
          expect(oldId).not.toBe(newId);
        }
      }),
    );
  });
});
