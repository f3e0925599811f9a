import { newMemory, type Writer } from './new-memory';

const writer: Writer = { agentId: 'demo', sessionId: 'sess_1', at: new Date('2026-05-01T12:00:00Z') };

describe('newMemory', () => {
  it('fills in every default', () => {
    const { id, ...memory } = newMemory({ content: 'Likes tea' }, writer);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(memory).toEqual({
      sessionId: 'sess_1',
      title: 'Likes tea',
      titleDerived: true,
      content: 'Likes tea',
      type: 'fact',
      confidence: 0.8,
      tags: [],
      source: 'agent',
      sourceRef: null,
      provenance: 'explicit_statement',
      actorId: 'demo',
      createdAt: writer.at,
    });
  });

  it('takes null for left out', () => {
    const nulls = { type: null, title: null, confidence: null, tags: null, source: null, provenance: null };
    const given = newMemory({ content: 'Likes tea', source_ref: null, ...nulls }, writer);
    const left = newMemory({ content: 'Likes tea' }, writer);
    expect({ ...given, id: null }).toEqual({ ...left, id: null });
  });

  it('keeps a confidence of zero', () => {
    expect(newMemory({ content: 'Likes tea', confidence: 0 }, writer).confidence).toBe(0);
  });

  it('knows a given title from a derived one', () => {
    const memory = newMemory({ content: 'Likes tea', title: 'Tea' }, writer);
    expect([memory.title, memory.titleDerived]).toEqual(['Tea', false]);
  });

  it('makes ids that grow in the order of making', () => {
    const ids = Array.from({ length: 500 }, () => newMemory({ content: 'x' }, writer).id);
    expect([...ids].sort()).toEqual(ids);
  });
});
