import { toDocument } from './json.ts';

it('a document has the names and stamps of the service, and data stays as it is', () => {
  const at = new Date(Date.UTC(2026, 0, 1));
  const result = {
    memoryId: 'x',
    createdAt: at,
    rows: [{ sourceRef: null }],
    details: { oldValue: 1 },
    metadata: { fooBar: 1 },
  };
  expect(JSON.parse(JSON.stringify(toDocument(result)))).toEqual({
    memory_id: 'x',
    created_at: '2026-01-01T00:00:00.000Z',
    rows: [{ source_ref: null }],
    details: { oldValue: 1 },
    metadata: { fooBar: 1 },
  });
});
