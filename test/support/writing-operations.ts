import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The ids of the operations in the API document whose methods are those of writes. */
export function writingOperations(): string[] {
  const text = readFileSync(join(__dirname, '../../openapi.json'), 'utf8');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      method === 'get' ? [] : (operationId ?? []),
    ),
  );
}
