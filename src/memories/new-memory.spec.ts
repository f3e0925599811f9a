import type { Act } from '../backend/memory';
import { newMemory } from './new-memory';

const writer: Act = { by: 'demo', sessionId: 'sess_1', at: new Date('2026-05-01T12:00:00Z') };
const ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

describe('newMemory', () => {
  it('fills in every default', () => {
    expect(newMemory({ content: 'Likes tea' }, writer, ID)).toEqual({
      id: ID,
      sessionId: 'sess_1',
      title: 'Likes tea',
      titleDerived: true,
      content: 'Likes tea',
      type: 'fact',
      confidence: 0.8,
      tags: [],
      source: 'agent',
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
      provenance: 'explicit_statement',
      trust: 'trusted',
      trustReasons: [],
      actorId: 'demo',
      createdAt: writer.at,
    });
  });

  it('takes null for left out', () => {
    const nulls = { type: null, title: null, confidence: null, tags: null, source: null, provenance: null };
    const given = newMemory({ content: 'Likes tea', source_ref: null, ...nulls }, writer, ID);
    const left = newMemory({ content: 'Likes tea' }, writer, ID);
    expect(given).toEqual(left);
  });

  it('keeps a confidence of zero', () => {
    expect(newMemory({ content: 'Likes tea', confidence: 0 }, writer, ID).confidence).toBe(0);
  });

  it('knows a given title from a derived one', () => {
    const memory = newMemory({ content: 'Likes tea', title: 'Tea' }, writer, ID);
    expect([memory.title, memory.titleDerived]).toEqual(['Tea', false]);
  });
});
