import type { OpenAPIObject } from '@nestjs/swagger';
import { errorResponses, type DocumentedError } from './common/error-responses';

export type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;
type SharedResponses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;
type Examples = NonNullable<NonNullable<OpenAPIObject['components']>['examples']>;
type ResponseObject = Extract<NonNullable<OperationObject['responses'][string]>, { description: string }>;

const text = { type: 'string' } as const;

/** The headers of responses. */
const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request: its own `X-Request-Id`, or a new one. The log has the same id.',
    schema: { ...text, example: '0f8c3c52-6f0e-4b5e-9a54-2f3f0b0f7f11' },
  },
  'X-Session-Token': {
    description: 'The new token, if the service renewed or replaced the session. Use it from now on.',
    schema: text,
  },
  'Idempotency-Replayed': {
    description:
      'Present if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { ...text, enum: ['true'] as string[] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0, example: 5 },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

/** Errors that say in a header when to try again. */
const WITH_RETRY_AFTER: readonly DocumentedError[] = [
  'RateLimited',
  'ServiceOverloaded',
  'ConflictRunActive',
  'RecallIndexTooLarge',
];

/** Adds the implied errors and the headers. Operations with the same errors share one component. */
export function completeResponses(
  operation: OperationObject,
  implied: readonly DocumentedError[],
  document: OpenAPIObject,
): void {
  const components = (document.components ??= {});
  components.headers ??= structuredClone(HEADERS);
  const shared = (components.responses ??= {});
  for (const response of Object.values(operation.responses)) {
    setHeaders(response as ResponseObject, successHeaders(operation));
  }
  const named = Object.values(operation.responses).flatMap((each) => namesOf(each as ResponseObject));
  shareProbes(operation, shared);
  for (const { status, ...response } of errorResponses([...named, ...implied].sort())) {
    const names = namesOf(response);
    const component = componentName(names, status, shared);
    shared[component] ??= setHeaders(response, errorHeaders(names));
    operation.responses[String(status)] = { $ref: `#/components/responses/${component}` };
  }
}

/** An answer that several operations give is a component, named after its schema. */
export function shareAnswers(
  operations: readonly OperationObject[],
  { components = {} }: OpenAPIObject,
): void {
  const all = operations.flatMap(({ responses }) =>
    Object.values(responses).map((each) => JSON.stringify(each)),
  );
  const shared = (components.responses ??= {});
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const text = JSON.stringify(response);
      const name = schemaNameOf(response as ResponseObject);
      if (name === null || all.indexOf(text) === all.lastIndexOf(text)) continue;
      const isTaken = shared[name] !== undefined && JSON.stringify(shared[name]) !== text;
      if (isTaken) continue;
      shared[name] = response as ResponseObject;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
}

function schemaNameOf(response: ResponseObject): string | null {
  const schema = response.content?.['application/json']?.schema;
  return schema !== undefined && '$ref' in schema ? (schema.$ref.split('/').at(-1) ?? null) : null;
}

/** An example that several responses have is a component. */
export function shareExamples({ components = {} }: OpenAPIObject): void {
  const shared = (components.examples ??= {});
  const all = Object.values(components.responses ?? {}).map((each) => examplesOf(each as ResponseObject));
  const names = all.flatMap((examples) => Object.keys(examples));
  for (const examples of all) {
    for (const name of Object.keys(examples)) {
      const example = examples[name];
      if (example === undefined || names.indexOf(name) === names.lastIndexOf(name)) continue;
      shared[name] ??= example;
      examples[name] = { $ref: `#/components/examples/${name}` };
    }
  }
}

/** Probes answer 503 in their usual shape. */
function shareProbes({ responses }: OperationObject, shared: SharedResponses): void {
  const failed = responses['503'] as ResponseObject | undefined;
  const schema = failed?.content?.['application/json']?.schema;
  if (failed === undefined || schema === undefined || !('$ref' in schema)) return;
  const component = `Down${schema.$ref.split('/').at(-1) ?? ''}`;
  shared[component] ??= failed;
  responses['503'] = { $ref: `#/components/responses/${component}` };
}

function successHeaders({ security = [], parameters = [] }: OperationObject): HeaderName[] {
  const ofSession = security.some((each) => 'session' in each);
  const isRepeatable = parameters.some((each) => 'name' in each && each.name === 'Idempotency-Key');
  return [
    'X-Request-Id',
    ...(ofSession ? (['X-Session-Token'] as const) : []),
    ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
  ];
}

function errorHeaders(names: readonly DocumentedError[]): HeaderName[] {
  const saysWhen = names.some((name) => WITH_RETRY_AFTER.includes(name));
  return ['X-Request-Id', ...(saysWhen ? (['Retry-After'] as const) : [])];
}

function setHeaders(response: ResponseObject, names: readonly HeaderName[]): ResponseObject {
  const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  response.headers = Object.fromEntries(references) as NonNullable<ResponseObject['headers']>;
  return response;
}

/** Of several errors, their status and how many they are, unless others are called that: most operations repeat it. */
function componentName(names: readonly string[], status: number, shared: SharedResponses): string {
  const whole = names.map(pascalCase).join('Or');
  if (names.length < 2) return whole;
  const short = `Errors${status}Of${names.length}`;
  const taken = shared[short] as ResponseObject | undefined;
  return taken === undefined || namesOf(taken).join() === names.join() ? short : whole;
}

/** The failures of a documented response: they are the names of its examples. */
function namesOf(response: ResponseObject): DocumentedError[] {
  return Object.keys(examplesOf(response)) as DocumentedError[];
}

function examplesOf(response: ResponseObject): Examples {
  return response.content?.['application/json']?.examples ?? {};
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}
