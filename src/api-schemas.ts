import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { KeyDto } from './access/key.dto';
import { CountedAnswer, FilterFields, PeriodFilterFields } from './recall/recall.dto';
import { LinkRow } from './memories/links.dto';
import { MemoryRecord } from './memories/memory-record.dto';
import { NamespaceAnswer, SessionAnswer } from './sessions/session-answer.dto';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type SchemaObject = Exclude<Schemas[string], { $ref: string }>;

/** Classes that others extend. The document says their properties once; the largest that fits is taken. */
export const SHARED_SCHEMAS = [
  MemoryRecord,
  LinkRow,
  KeyDto,
  PeriodFilterFields,
  FilterFields,
  CountedAnswer,
  NamespaceAnswer,
  SessionAnswer,
];

/** Writes a schema that has all properties of a shared one as that one (`allOf`) and what it adds. */
export function composeSchemas({ components }: OpenAPIObject): void {
  const schemas = components?.schemas ?? {};
  const whole = structuredClone(schemas) as Record<string, SchemaObject>;
  for (const [name, schema] of Object.entries(whole)) {
    const base = SHARED_SCHEMAS.find((each) => each.name !== name && includes(schema, whole[each.name]));
    if (base) schemas[name] = withoutBase(schema, base.name, whole[base.name]);
  }
  for (const { name } of SHARED_SCHEMAS) nameMaps(name, schemas as Record<string, SchemaObject>);
}

/** Of a map in a shared schema generators would make a class for each schema that has it, and all of one name. */
function nameMaps(owner: string, schemas: Record<string, SchemaObject>): void {
  const properties = schemas[owner]?.properties ?? {};
  for (const [name, property] of Object.entries(properties)) {
    if ('$ref' in property || typeof property.additionalProperties !== 'object') continue;
    const map = structuredClone(property);
    const component = `${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    for (const text of ['description', 'example', 'nullable'] as const) delete map[text];
    schemas[component] = map;
    delete property.type;
    delete property.additionalProperties;
    delete property.maxProperties;
    property.allOf = [{ $ref: `#/components/schemas/${component}` }];
  }
}

function includes(schema: SchemaObject, base: SchemaObject | undefined): boolean {
  const names = Object.keys(base?.properties ?? {});
  return (
    names.length > 0 &&
    names.every(
      (name) =>
        isDeepStrictEqual(schema.properties?.[name], base?.properties?.[name]) &&
        isRequired(schema, name) === isRequired(base, name),
    )
  );
}

function isRequired(schema: SchemaObject | undefined, name: string): boolean {
  return (schema?.required ?? []).includes(name);
}

function withoutBase(schema: SchemaObject, name: string, base: SchemaObject | undefined): SchemaObject {
  const inherited = new Set(Object.keys(base?.properties ?? {}));
  const own = Object.entries(schema.properties ?? {}).filter(([each]) => !inherited.has(each));
  const required = (schema.required ?? []).filter((each) => !inherited.has(each));
  const { properties: _, required: __, ...rest } = schema;
  const added = {
    type: 'object',
    properties: Object.fromEntries(own),
    ...(required.length > 0 && { required }),
  };
  const reference = { $ref: `#/components/schemas/${name}` };
  // Generators that meet one part alone take it for the whole, and drop what stands beside it.
  return { ...rest, allOf: own.length > 0 ? [reference, added] : [reference] };
}
