import fc from 'fast-check';
import { memoryIdOf } from './documents.repository';

const UUID_8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the memory of a document', () => {
  it('has the id of the document where that is a UUID in lower case', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 4, 7] }), (id) => {
        expect(memoryIdOf(id)).toBe(id);
      }),
    );
  });

  it('has a UUID of version 8 for any other id, always the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uuid({ version: [8] })), (id) => {
        expect(memoryIdOf(id)).toMatch(UUID_8);
        expect(memoryIdOf(id)).toBe(memoryIdOf(id));
      }),
    );
  });

  it('is another one for another document, be it called like the memory of the first', () => {
    const derived = memoryIdOf('note-1');
    const ids = ['note-1', 'note-2', derived, 'ABCDEF00-0000-4000-8000-000000000000'];
    ids.push('abcdef00-0000-4000-8000-000000000000');
    expect(new Set(ids.map(memoryIdOf)).size).toBe(ids.length);
  });
});
