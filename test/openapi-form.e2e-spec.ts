import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ownPropertiesOf } from './support/openapi-values';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const text = readFileSync(join(__dirname, '../openapi.json'), 'utf8');
const document = JSON.parse(text) as OpenAPIObject;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[]);

/** What generators of clients read. `npm run check -- openapi` compares the file with the code. */
describe('the file openapi.json', () => {
  it('is OpenAPI 3.1, and smaller than 300 KB', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(text).not.toContain('"nullable"');
    expect(text.length).toBeLessThan(300_000);
  });

  it('names operations as people call them', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual(expect.arrayContaining(['remember', 'rememberMany', 'recall', 'recallAsOf']));
  });

  it('describes each group of operations, and puts each operation in one', () => {
    const known = (document.tags ?? []).map(({ name }) => name);
    const used = operations.flatMap(({ tags }) => tags ?? []);
    expect(document.tags?.filter(({ description }) => !description)).toEqual([]);
    expect([...new Set(used)].sort()).toEqual([...known].sort());
    expect(used).toHaveLength(operations.length);
  });

  it('declares the headers of each response', () => {
    expect(headersOf('getMemory', '200')).toEqual(['X-Request-Id', 'X-Session-Token']);
    expect(headersOf('remember', '200')).toEqual(['X-Request-Id', 'X-Session-Token', 'Idempotency-Replayed']);
    expect(headersOf('remember', '429')).toEqual(['X-Request-Id', 'Retry-After']);
  });

  it('names the header of ignored fields once, since every operation may send it', () => {
    expect(JSON.stringify(document).split('X-Ignored-Fields')).toHaveLength(2);
  });

  it('declares both headers of keys where a key is admitted', () => {
    const recall = operations.find(({ operationId }) => operationId === 'recall');
    expect(recall?.security).toEqual([
      { session: [] },
      { session_cookie: [] },
      { api_key: ['read'] },
      { api_key_header: [] },
    ]);
  });

  it('has one component for each error response', () => {
    const own = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status, response]) => Number(status) >= 400 && response && !('$ref' in response))
        .map(([status]) => `${operationId ?? ''} ${status}`),
    );
    expect(own).toEqual([]);
  });

  it('leaves properties with a default optional for generators, which take the keyword for a promise', () => {
    const properties = Object.values(document.components?.schemas ?? {}).flatMap((schema) =>
      Object.values('properties' in schema ? (schema.properties ?? {}) : {}),
    );
    expect(properties.filter((each) => 'default' in each)).toEqual([]);
  });

  it('gives timestamps with a zone the format date-time', () => {
    expect(formatOf('SessionDto', 'expires_at')).toBe('date-time');
    expect(formatOf('MemoryRecord', 'expired_at')).toBe('date-time');
    // The contract gives these no zone, which RFC 3339 asks for.
    expect(formatOf('AgentDto', 'created_at')).toBeUndefined();
  });
});

function headersOf(name: string, status: string): string[] {
  const response = operations.find(({ operationId }) => operationId === name)?.responses[status];
  if (response === undefined) return [];
  const shared = '$ref' in response ? componentOf(response.$ref) : response;
  return Object.keys((shared as { headers?: object }).headers ?? {});
}

function componentOf(reference: string): unknown {
  return document.components?.responses?.[reference.split('/').at(-1) ?? ''];
}

function formatOf(schema: string, property: string): string | undefined {
  const properties: Record<string, { format?: string }> = ownPropertiesOf(
    document.components?.schemas?.[schema] ?? {},
  );
  return properties[property]?.format;
}
