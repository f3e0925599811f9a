import type { Memory } from '../../src/backend/memory';

/** A fact of noon on 1 May 2026, with what a spec says of it. */
export function aDayMemory(fields: Partial<Memory> = {}): Memory {
  const createdAt = fields.createdAt ?? new Date('2026-05-01T12:00:00Z');
  return {
    id: '0190b5a0-7c00-7000-8000-000000000001',
    sessionId: 'sess_1',
    title: 'A title',
    titleDerived: true,
    content: 'It rains.',
    type: 'fact',
    confidence: 0.8,
    tags: [],
    source: 'agent',
    sourceRef: null,
    provenance: 'explicit_statement',
    actorId: 'demo',
    status: 'active',
    expiredAt: null,
    expiredBy: null,
    createdAt,
    updatedAt: createdAt,
    ...fields,
  };
}
