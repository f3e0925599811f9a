import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromWire, toDate, toWire } from './wire.ts';

describe('a body of the service', () => {
  it('gets camelCase names and dates, at every depth', () => {
    const body = {
      total_available: 2,
      memories: [
        { source_ref: null, created_at: '2026-05-01T12:00:00.000Z', expired_at: null, tags: ['a_b'] },
      ],
    };
    expect(fromWire(body)).toEqual({
      totalAvailable: 2,
      memories: [
        { sourceRef: null, createdAt: new Date(Date.UTC(2026, 4, 1, 12)), expiredAt: null, tags: ['a_b'] },
      ],
    });
  });

  it('keeps keys that are data', () => {
    expect(fromWire({ per_rule: { my_rule: 1 }, by_type: { fact: 2 } })).toEqual({
      perRule: { my_rule: 1 },
      byType: { fact: 2 },
    });
  });

  it('keeps the keys of metadata, both ways', () => {
    const metadata = { my_key: 'a', myKey: ['b_c'], created_at: '2026-05-01' };
    expect(fromWire({ memories: [{ metadata }] })).toEqual({ memories: [{ metadata }] });
    expect(toWire({ minScore: 1, metadata })).toEqual({ min_score: 1, metadata });
  });

  it('goes back to the same names', () => {
    const rules = [{ expire_after: '1d', match: { confidence_below: 0.5 } }];
    const body = { retention: { my_type: '7d' }, rules };
    expect(toWire(fromWire(body))).toEqual(body);
  });
});

describe('a stamp', () => {
  it.each(['2026-05-01T12:00:00.123456', '2026-05-01T12:00:00.123Z', '2026-05-01T14:00:00.123+02:00'])(
    '%s is read as UTC',
    (stamp) => expect(toDate(stamp)).toEqual(new Date(Date.UTC(2026, 4, 1, 12, 0, 0, 123))),
  );

  it('of every response is read as one', () => {
    const stamps = stampsOfResponses();
    const unread = stamps.filter((name) => {
      const [value] = Object.values(fromWire({ [name]: '2026-05-01T12:00:00Z' }) as object) as unknown[];
      return !(value instanceof Date);
    });
    expect(unread).toEqual([]);
    expect(stamps.length).toBeGreaterThan(10);
  });
});

it('leaves undefined fields out of a request, and writes dates as ISO 8601', () => {
  const body = { createdAfter: new Date(0), minSimilarity: undefined, explainIds: null };
  expect(toWire(body)).toEqual({ created_after: '1970-01-01T00:00:00.000Z', explain_ids: null });
});

interface Schema {
  properties?: Record<string, { format?: string }>;
  allOf?: { properties?: Record<string, { format?: string }> }[];
}

/** The names of the properties that are a date and time in openapi.json. */
function stampsOfResponses(): string[] {
  const text = readFileSync(join(__dirname, '../../../openapi.json'), 'utf8');
  const { schemas } = (JSON.parse(text) as { components: { schemas: Record<string, Schema> } }).components;
  return Object.entries(schemas)
    .filter(([name]) => !/^(Ui|Maintenance)|Request$/.test(name))
    .flatMap(([, { properties = {}, allOf = [] }]) =>
      [properties, ...allOf.map((part) => part.properties ?? {})].flatMap((part) => Object.entries(part)),
    )
    .filter(([, { format }]) => format === 'date-time')
    .map(([name]) => name);
}
