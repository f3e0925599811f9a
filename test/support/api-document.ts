import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolved, type Schema, type Schemas } from './openapi-values';

interface Documented {
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Schemas };
}

interface Operation {
  requestBody?: { content: Record<string, { schema?: Schema; example?: unknown }> };
}

/** The file openapi.json. */
export function readApiDocument<T extends object>(): T {
  return withExamples(JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as T);
}

/** With an example of each JSON body: those of its properties together, as readers of the document show it. */
export function withExamples<T extends object>(document: T): T {
  const { paths, components } = document as unknown as Documented;
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as Operation[]);
  for (const { requestBody } of operations) {
    const media = requestBody?.content['application/json'];
    if (media?.schema) media.example ??= exampleOf(media.schema, components.schemas);
  }
  return document;
}

function exampleOf(schema: Schema, schemas: Schemas): Record<string, unknown> {
  const properties = Object.entries(resolved(schema, schemas).properties ?? {});
  const given = properties.map(([name, property]) => [name, property.example ?? null] as const);
  return Object.fromEntries(given.filter(([, each]) => each !== null));
}
