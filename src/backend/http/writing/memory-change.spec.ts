import * as fc from 'fast-check';
import { actAt, anEdit } from '../../../../test/support/memories';
import { asRemote, memories } from '../../../../test/support/remote-documents';
import { toDocument, toMemory } from '../document';
import { asItWas, rewritten } from './documents';
import { digestOf, editOf, expiryOf, isMade, restorationOf } from './memory-change';

const current = (memory: Parameters<typeof toDocument>[0]) => ({
  memory,
  document: asRemote(toDocument(memory)),
});

describe('a change', () => {
  it('is known by the document that it makes, of whatever memory', () => {
    fc.assert(
      fc.property(memories, (memory) => {
        for (const { before, after } of [
          editOf(current(memory), anEdit({ content: 'edited', tags: ['x,y'] }), actAt(0)),
          expiryOf(current(memory), actAt(0), null),
          restorationOf(current(memory), actAt(0)),
        ]) {
          const made = asRemote(rewritten(before, after!));
          expect(toMemory(made)).toEqual(after);
          expect(isMade(digestOf(after!), made)).toBe(true);
          expect(isMade(digestOf(memory), made)).toBe(false);
        }
      }),
    );
  });

  it('moves the time of the last one, but for an expiry', () => {
    fc.assert(
      fc.property(memories, fc.integer({ min: -5, max: 5 }), (memory, ms) => {
        const act = { ...actAt(0), at: new Date(memory.updatedAt.getTime() + ms) };
        const edited = editOf(current(memory), anEdit({ source: 'x' }), act).after!;
        expect(edited.updatedAt.getTime()).toBe(memory.updatedAt.getTime() + Math.max(1, ms));
        expect(expiryOf(current(memory), act, null).after!.updatedAt).toEqual(memory.updatedAt);
      }),
    );
  });

  it("does not depend on the order of a document's fields", () => {
    fc.assert(
      fc.property(memories, (memory) => {
        const reversed = Object.fromEntries(Object.entries(memory).reverse()) as typeof memory;
        expect(digestOf(reversed)).toBe(digestOf(memory));
      }),
    );
  });
});

describe('a document', () => {
  it('that is put back is what it was', () => {
    fc.assert(
      fc.property(memories, (memory) => {
        const document = toDocument(memory);
        expect(asItWas(asRemote(document))).toEqual(document);
      }),
    );
  });

  it('of others that is put back says the same, as text', () => {
    const theirs = {
      id: 'x',
      text: 'What it says',
      metadata: { title: 'T', confidence: 0.5, tags: ['a', 'b'], page: 3, note: 'kept' },
      createdAt: '2026-05-01T10:00:00.000Z',
    };
    const back = asItWas(theirs);
    expect(back).toMatchObject({ text: 'What it says', metadata: { tags: 'a,b', note: 'kept' } });
    expect(toMemory(asRemote(back))).toEqual(toMemory(theirs));
  });

  it('keeps what others noted beside a memory, but not what the memory no longer says', () => {
    const before = asRemote({ id: 'x', text: 't', metadata: { note: 'kept', expired_by: 'manual' } });
    const memory = { ...toMemory(before), status: 'active' as const };
    const { metadata } = rewritten(before, memory);
    expect(metadata.note).toBe('kept');
    expect(metadata).not.toHaveProperty('expired_by');
  });
});
