import type { OutgoingDocument, RemoteDocument } from '../../src/backend/document';
import type { Metadata } from '../../src/common/metadata';
import * as fc from 'fast-check';
import {
  deriveTitle,
  MEMORY_TYPES,
  PROVENANCES,
  STATUS_FILTERS,
  type Memory,
} from '../../src/backend/memory';
import type { MemoryFilter } from '../../src/backend/memory-filter';

export function asRemote(document: OutgoingDocument): RemoteDocument {
  return { ...document, createdAt: null };
}

const storable = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => /\S/.test(text));
const label = fc.constantFrom('agent', 'user', 'a.b_c-d', 'service');
const tag = fc
  .oneof(fc.constantFrom('a', 'b', 'a,b', '100%', '%2C', '%25', '%,', '%2', ','), storable)
  .map((text) => text.trim());

/** Few, so that many fall together. */
export const instants = fc.integer({ min: 1, max: 12 }).map((ms) => new Date(Date.UTC(2026, 0, 1) + ms));

/** Also before 1970, and its first instant. */
const VALID_TIMES = [Date.UTC(1930, 0, 1), 0, Date.UTC(2026, 5, 1), Date.UTC(2027, 0, 1)].map(
  (ms) => new Date(ms),
);

const said = fc
  .record({
    content: fc.oneof(storable, fc.constantFrom('a\n\nTags: a', '[FACT] x\n\ny', '\u0085', 'a\r\n\r\nb ')),
    title: fc.option(fc.oneof(storable, fc.constantFrom('x\n\ny', '[GOAL] x', ' '))),
  })
  .map(({ content, title }) => {
    return { content, title: title ?? deriveTitle(content), titleDerived: title === null };
  });

const stamp = fc.option(fc.record({ expiredAt: instants, expiredBy: label })).map((given) => {
  return given === null
    ? { status: 'active' as const, expiredAt: null, expiredBy: null }
    : { status: 'expired' as const, ...given };
});

const fields = fc.record({
  id: fc.oneof(fc.uuid(), fc.constantFrom('file 1#3', 'ä', '~', '0')),
  sessionId: fc.option(fc.constantFrom('sess_1', 'sess_2')),
  type: fc.constantFrom(...MEMORY_TYPES),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
  tags: fc.uniqueArray(tag, { maxLength: 4 }),
  source: label,
  sourceRef: fc.option(fc.oneof(storable, fc.constant(''))),
  thread: fc.option(storable),
  scope: fc.option(storable),
  expiresAt: fc.option(fc.constantFrom(...VALID_TIMES.slice(2))),
  metadata: fc.constantFrom<Metadata>({}, { a: 1, b: ['x', 'ä,'] }, { 'the user': 'Dana', z: null }),
  names: fc.uniqueArray(tag, { maxLength: 3 }),
  key: fc.option(storable),
  past: fc.option(fc.boolean()),
  supersededBy: fc.option(fc.uuid()),
  validFrom: fc.option(fc.constantFrom(...VALID_TIMES.slice(0, 2))),
  validTo: fc.option(fc.constantFrom(...VALID_TIMES.slice(2))),
  provenance: fc.constantFrom(...PROVENANCES),
  trust: fc.constantFrom('trusted' as const, 'unverified' as const),
  trustReasons: fc.constantFrom<string[]>([], ['hidden_text']),
  actorId: fc.constantFrom('demo', 'other'),
  createdAt: instants,
  later: fc.integer({ min: 0, max: 6 }),
});

/** Any memory that the service may hold. */
export const memories: fc.Arbitrary<Memory> = fc
  .tuple(fields, said, stamp)
  .map(([{ later, ...rest }, text, expiry]) => {
    return { ...rest, ...text, ...expiry, updatedAt: new Date(rest.createdAt.getTime() + later) };
  });

/** A namespace's worth of them. */
export const manyMemories = fc.uniqueArray(memories, { maxLength: 25, selector: ({ id }) => id });

const FEW_TYPES = MEMORY_TYPES.slice(0, 6);

export const filters: fc.Arbitrary<MemoryFilter> = fc.record({
  types: fc.option(fc.uniqueArray(fc.constantFrom(...FEW_TYPES), { minLength: 1 }), { freq: 1 }),
  tags: fc.option(fc.uniqueArray(tag, { minLength: 1, maxLength: 3 }), { freq: 1 }),
  sources: fc.option(fc.uniqueArray(label, { minLength: 1 }), { freq: 1 }),
  status: fc.constantFrom(...STATUS_FILTERS),
  createdAfter: fc.option(instants),
  createdBefore: fc.option(instants),
});
