import * as fc from 'fast-check';
import { storedMemory } from '../../test/support/memories';
import { asRemote, memories } from '../../test/support/remote-documents';
import { deriveTitle, type Memory } from './memory';
import { hasKnownAge, NO_TIME, type RemoteDocument, toDocument, toMemory } from './document';

function remote(fields: Partial<RemoteDocument>): RemoteDocument {
  return { id: 'd', text: 'Likes tea', metadata: {}, createdAt: null, ...fields };
}

function reading(metadata: Record<string, unknown>, text = '[FACT] Tea\n\nLikes tea'): Memory {
  return toMemory(remote({ text, metadata: { memory_type: 'fact', ...metadata } }));
}

describe('a memory as a document', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(memories, (memory) => {
        expect(toMemory(asRemote(toDocument(memory)))).toEqual(memory);
      }),
    );
  });

  it('says all that others read of it', () => {
    const memory = storedMemory({
      id: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
      title: 'Tea',
      titleDerived: false,
      tags: ['drinks', 'at home'],
      sourceRef: 'chat 4',
      status: 'expired',
      expiredAt: new Date('2026-05-02T00:00:00Z'),
      expiredBy: 'manual',
    });
    expect(toDocument(memory)).toEqual({
      id: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e',
      text: '[FACT] Tea\n\nLikes tea',
      metadata: {
        title: 'Tea',
        title_derived: 'false',
        memory_type: 'fact',
        agent_id: 'demo',
        actor_id: 'demo',
        session_id: 'sess_1',
        source: 'agent',
        source_ref: 'chat 4',
        confidence: '0.8',
        status: 'expired',
        provenance: 'explicit_statement',
        trust: 'trusted',
        tags: 'drinks,at home',
        created_at: '2026-05-01T12:00:00.000Z',
        updated_at: '2026-05-01T12:00:00.000Z',
        expired_at: '2026-05-02T00:00:00.000Z',
        expired_by: 'manual',
      },
    });
  });

  it('leaves out what there is none of', () => {
    const { metadata } = toDocument(storedMemory({ sessionId: null, tags: [], sourceRef: null }));
    for (const field of ['session_id', 'tags', 'source_ref', 'expired_at', 'expired_by']) {
      expect(metadata).not.toHaveProperty(field);
    }
  });
});

describe('a document of others', () => {
  it('reads as a memory whatever it holds', () => {
    const metadata = fc.dictionary(
      fc.constantFrom(...Object.keys(toDocument(storedMemory({ tags: ['a'] })).metadata), 'expired_at'),
      fc.oneof(fc.anything(), fc.constantFrom('expired', 'fact', '-1', '2026-05-01', 'NaN', '99')),
    );
    const document = fc.record({ text: fc.string({ unit: 'binary' }), metadata });
    fc.assert(
      fc.property(document, ({ text, metadata }) => {
        const memory = toMemory(remote({ text, metadata }));
        expect(memory.confidence >= 0 && memory.confidence <= 1).toBe(true);
        expect(memory.createdAt.getTime()).toBeGreaterThanOrEqual(0);
        expect(memory.updatedAt.getTime()).toBeGreaterThanOrEqual(0);
        expect((memory.status === 'expired') === (memory.expiredAt !== null)).toBe(true);
        expect((memory.status === 'expired') === (memory.expiredBy !== null)).toBe(true);
        expect(JSON.stringify(memory).includes('\\u0000')).toBe(false);
        // What an edit writes back is what was read.
        expect(toMemory(asRemote(toDocument(memory)))).toEqual(memory);
      }),
    );
  });

  it.each([0, '1970-01-01'])('was last changed when it was made, where %j is said of it', (updated_at) => {
    const memory = toMemory(remote({ text: '', metadata: { created_at: '2026-05-01', updated_at } }));
    expect(memory.updatedAt).toEqual(memory.createdAt);
    expect(toMemory(asRemote(toDocument(memory)))).toEqual(memory);
  });

  it('is a part of a file when it has no type', () => {
    const text = 'A chapter about tea.\n\nIt is brewed hot.';
    const memory = toMemory(remote({ text, createdAt: '2026-05-01T12:00:00Z' }));
    expect(memory).toEqual({
      id: 'd',
      sessionId: null,
      title: deriveTitle(text),
      titleDerived: true,
      content: text,
      type: 'artifact',
      confidence: 0.8,
      tags: [],
      source: 'upload',
      sourceRef: null,
      thread: null,
      validFrom: null,
      validTo: null,
      names: [],
      key: null,
      scope: null,
      expiresAt: null,
      metadata: {},
      past: null,
      supersededBy: null,
      provenance: 'imported',
      trust: 'trusted',
      trustReasons: [],
      actorId: 'unknown',
      status: 'active',
      expiredAt: null,
      expiredBy: null,
      createdAt: new Date('2026-05-01T12:00:00Z'),
      updatedAt: new Date('2026-05-01T12:00:00Z'),
    });
  });

  it.each([
    ['a list', ['a', ' b ', 'a', '', 3], ['a', 'b', '3']],
    ['a text', 'a, b,,a', ['a', 'b']],
    ['escaped commas', 'a%2Cb,100%,%252C', ['a,b', '100%', '%2C']],
    ['an object', { a: 1 }, []],
    ['nothing', null, []],
  ])('has the tags of %s', (_, tags, expected) => {
    expect(reading({ tags }).tags).toEqual(expected);
  });

  it.each([
    ['a number', 0.25, 0.25],
    ['a text', '0.25', 0.25],
    ['a number above 1', 3, 0.8],
    ['a blank text', ' ', 0.8],
    ['a word', 'high', 0.8],
  ])('takes its confidence from %s', (_, confidence, expected) => {
    expect(reading({ confidence }).confidence).toBe(expected);
  });

  it.each([
    ['no offset', '2026-05-01T12:00:00.123456', '2026-05-01T12:00:00.123Z'],
    ['an offset', '2026-05-01T14:00:00+02:00', '2026-05-01T12:00:00.000Z'],
    ['seconds', 1_777_636_800, '2026-05-01T12:00:00.000Z'],
    ['milliseconds', 1_777_636_800_000, '2026-05-01T12:00:00.000Z'],
  ])('takes a time with %s', (_, created_at, expected) => {
    expect(reading({ created_at }).createdAt.toISOString()).toBe(expected);
  });

  it.each(['1949-05-01', 'yesterday', -1, 1e300, {}, null])(
    'is as old as the server says for %p',
    (given) => {
      const document = remote({ metadata: { created_at: given }, createdAt: '2026-05-01T12:00:00Z' });
      expect(toMemory(document).createdAt).toEqual(new Date('2026-05-01T12:00:00Z'));
    },
  );

  it('has no known age when no field gives it, and gets none by being written back', () => {
    const memory = toMemory(remote({}));
    expect([memory.createdAt, memory.updatedAt]).toEqual([NO_TIME, NO_TIME]);
    expect(hasKnownAge(memory)).toBe(false);
    expect(toDocument(memory).metadata).not.toHaveProperty('created_at');
    expect(hasKnownAge({ ...memory, updatedAt: new Date(1) })).toBe(true);
  });

  it('has the title of its text when there is none beside it', () => {
    expect(reading({})).toMatchObject({ title: 'Tea', content: 'Likes tea', titleDerived: false });
    expect(reading({}, '[FACT] Likes tea\n\nLikes tea')).toMatchObject({ titleDerived: true });
    expect(reading({}, '[fact] Likes tea')).toMatchObject({ title: 'Likes tea', content: 'Likes tea' });
  });

  it('keeps brackets that are no type', () => {
    expect(reading({}, '[1] First\n\nSecond').content).toBe('[1] First\n\nSecond');
    expect(reading({}, '[NOTE] First\n\nSecond').content).toBe('[NOTE] First\n\nSecond');
  });

  it('lets go of a footer that repeats its tags, and of no other', () => {
    const text = '[FACT] Tea\n\nLikes tea\n\nTags: a, b';
    expect(reading({ tags: 'a,b' }, text).content).toBe('Likes tea');
    expect(reading({ tags: 'a' }, text).content).toBe('Likes tea\n\nTags: a, b');
    expect(reading({ tags: 'a,b', title_derived: 'false' }, text).content).toBe('Likes tea\n\nTags: a, b');
  });

  it('has a title of at most 100 characters', () => {
    const title = '😀'.repeat(101);
    const memory = reading({ title }, `[FACT] ${title}\n\nLikes tea`);
    expect(memory).toMatchObject({ title: '😀'.repeat(100), content: 'Likes tea' });
  });

  it('expired when it last changed where no field says when, for no reason', () => {
    const memory = reading({ status: 'Expired', updated_at: '2026-05-01T12:00:00Z', expired_by: 'a b' });
    expect(memory).toMatchObject({
      status: 'expired',
      expiredAt: new Date('2026-05-01T12:00:00Z'),
      expiredBy: 'manual',
    });
  });

  it('is active in any state that there is not', () => {
    expect(reading({ status: 'superseded', expired_at: '2026-05-01' })).toMatchObject({
      status: 'active',
      expiredAt: null,
    });
  });
});
