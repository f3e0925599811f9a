import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIObject } from '@nestjs/swagger';
import { KeyDto } from './access/key.dto';
import { AgentLimitsDto } from './agents/agent.dto';
import { CountedAnswer, FilterFields, PeriodFilterFields } from './recall/recall.dto';
import { LinkRow } from './memories/links.dto';
import { MemoryRecord } from './memories/memory-record.dto';
import { EditMemoryRequest } from './memories/memory-life.dto';
import { RememberRequest } from './memories/remember.dto';
import { SecretsAnswer } from './screening/screening.dto';
import { NamespaceAnswer, SessionAnswer } from './sessions/session-answer.dto';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type SchemaObject = Exclude<Schemas[string], { $ref: string }>;

/** Classes that others extend. The document says their properties once; of those that overlap, the first that fits is taken. */
export const SHARED_SCHEMAS = [
  MemoryRecord,
  LinkRow,
  KeyDto,
  AgentLimitsDto,
  PeriodFilterFields,
  FilterFields,
  CountedAnswer,
  NamespaceAnswer,
  SessionAnswer,
  SecretsAnswer,
];

/** What a memory is given, in the same words when it is stored and when it is edited. */
const GIVEN_FIELDS = 'GivenFields';

/** Writes a schema that has all properties of shared ones as those (`allOf`) and what it adds. */
export function composeSchemas({ components }: OpenAPIObject): void {
  const schemas = (components?.schemas ?? {}) as Record<string, SchemaObject>;
  schemas[GIVEN_FIELDS] = commonFields(schemas[RememberRequest.name], schemas[EditMemoryRequest.name]);
  const whole = structuredClone(schemas);
  for (const [name, schema] of Object.entries(whole)) {
    const bases = basesOf(name, schema, whole);
    if (bases.length > 0) schemas[name] = withoutBases(schema, bases, whole);
  }
  for (const name of [GIVEN_FIELDS, ...SHARED_SCHEMAS.map((each) => each.name)]) nameMaps(name, schemas);
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

/** The optional properties that both have. */
function commonFields(one: SchemaObject | undefined, other: SchemaObject | undefined): SchemaObject {
  const alike = Object.entries(one?.properties ?? {}).filter(
    ([name, property]) =>
      isDeepStrictEqual(property, other?.properties?.[name]) &&
      !isRequired(one, name) &&
      !isRequired(other, name),
  );
  return { type: 'object', properties: Object.fromEntries(alike) };
}

/** The shared schemas that a schema has, each with properties that those before it do not have. */
function basesOf(own: string, schema: SchemaObject, whole: Record<string, SchemaObject>): string[] {
  let rest = schema;
  return [GIVEN_FIELDS, ...SHARED_SCHEMAS.map(({ name }) => name)].filter((name) => {
    if (name === own || !includes(rest, whole[name])) return false;
    rest = { ...rest, properties: ownProperties(rest, [whole[name]]) };
    return true;
  });
}

function ownProperties(
  schema: SchemaObject,
  bases: readonly (SchemaObject | undefined)[],
): NonNullable<SchemaObject['properties']> {
  const inherited = new Set(bases.flatMap((base) => Object.keys(base?.properties ?? {})));
  return Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !inherited.has(name)));
}

function withoutBases(
  schema: SchemaObject,
  bases: readonly string[],
  whole: Record<string, SchemaObject>,
): SchemaObject {
  const { properties: _, required: __, ...rest } = schema;
  const properties = ownProperties(
    schema,
    bases.map((name) => whole[name]),
  );
  const required = (schema.required ?? []).filter((each) => Object.hasOwn(properties, each));
  const added = { type: 'object', properties, ...(required.length > 0 && { required }) };
  const references = bases.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  // Generators that meet one part alone take it for the whole, and drop what stands beside it.
  return { ...rest, allOf: Object.keys(properties).length > 0 ? [...references, added] : references };
}
