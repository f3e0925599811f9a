import * as fc from 'fast-check';
import { sampleMemory, sampleOf } from '../../../../test/support/field-samples';
import { actAt, anEdit, storedMemory } from '../../../../test/support/memories';
import { asRemote, memories } from '../../../../test/support/remote-documents';
import type { Memory } from '../../memory';
import { EDITED_FIELDS, FIELD_LIST } from '../../memory-columns';
import { asThen } from '../reading/past-memory';
import { toDocument, toMemory } from '../../document';
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
          restorationOf(current(memory), actAt(0), true),
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

/** The fields that a memory had when digests were first stored. Do not add to them. */
const FIRST_FIELDS: readonly string[] = [
  'id',
  'sessionId',
  'title',
  'titleDerived',
  'content',
  'type',
  'confidence',
  'tags',
  'source',
  'sourceRef',
  'provenance',
  'actorId',
  'status',
  'expiredAt',
  'expiredBy',
  'createdAt',
  'updatedAt',
];
const laterFields = FIELD_LIST.filter(({ name }) => !FIRST_FIELDS.includes(name));

describe('the digest of a memory', () => {
  const memory = storedMemory({ id: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e', ...laterDefaults() });

  function laterDefaults(): Partial<Memory> {
    return Object.fromEntries(laterFields.map((field) => [field.name, field.default]));
  }

  it('is the one of the first version if fields that were added later have their defaults', () => {
    expect(digestOf(memory)).toBe('f29b63f734d379c6cd86a434e48fc26ecf18c06e254a983e248e72c5147b1f29');
  });

  it.each(laterFields.map((field) => [field.name, field] as const))(
    'has %s, which was added later, only with another value than its default',
    (name, field) => {
      expect(field.isAddedLater).toBe(true);
      const { [name]: _lacking, ...before } = memory;
      expect(digestOf(memory)).toBe(digestOf(before as Memory));
      expect(digestOf({ ...memory, [name]: sampleOf(field) })).not.toBe(digestOf(memory));
    },
  );
});

describe('every field', () => {
  const memory = sampleMemory();

  it.each(FIELD_LIST.map((field) => [field.name, field] as const))('keeps %s in a document', (name) => {
    expect(toMemory(asRemote(toDocument(memory)))[name]).toEqual(memory[name]);
  });

  it.each(EDITED_FIELDS.map((field) => [field.name, field] as const))(
    'has the value of %s before an edit in the history and at a time of the past',
    (name, { column }) => {
      const before = storedMemory({ titleDerived: false });
      const { after, former } = editOf(current(before), anEdit({ [name]: memory[name] }), actAt(5));
      expect(after?.[name]).toEqual(memory[name]);
      expect(former).toEqual({ [column]: before[name], updated_at: before.updatedAt.toISOString() });
      const later = [{ at: actAt(5).at, event: 'edited' as const, former }];
      expect(asThen(after!, later, actAt(1).at)?.[name]).toEqual(before[name]);
    },
  );

  it.each(FIELD_LIST.flatMap(({ document }) => document ?? []))(
    'is cleared in a document: %s does not come back from the document before',
    (key) => {
      const before = asRemote({ id: 'x', text: 't', metadata: { [key]: 'before', note: 'kept' } });
      const cleared = storedMemory({ sessionId: null });
      expect(rewritten(before, cleared).metadata[key]).not.toBe('before');
      expect(rewritten(before, cleared).metadata.note).toBe('kept');
    },
  );
});
