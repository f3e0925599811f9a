import type { OpenAPIObject } from '@nestjs/swagger';
import { ACCESS_LEVELS, KEY_HEADER_SCHEME, KEY_SCHEME } from './access/grant';
import { completeResponses, shareAnswers, shareExamples, type OperationObject } from './api-responses';
import type { DocumentedError } from './common/error-responses';
import { HEALTH_PATHS } from './common/probe-paths';

type RequestBodyObject = Extract<OperationObject['requestBody'], { content: unknown }>;
type MediaTypeObject = RequestBodyObject['content'][string];
type SchemaOrReference = NonNullable<MediaTypeObject['schema']>;
type SchemaObject = Exclude<SchemaOrReference, { $ref: string }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Of a key or an OpenID Connect token, also where none is admitted. */
const OF_REFUSED_KEYS: readonly DocumentedError[] = [
  'InvalidApiKey',
  'InvalidBearerToken',
  'IssuerUnavailable',
  'KeyNotAllowed',
];

/** Failures of a guard, by the security scheme that it documents. */
const OF_SCHEME: Readonly<Record<string, readonly DocumentedError[]>> = {
  session: [
    'missing_session_token',
    'InvalidSessionToken',
    'SessionExpired',
    'InternalServerError',
    'BackendUnavailable',
  ],
  [KEY_SCHEME]: [...OF_REFUSED_KEYS, 'KeyNotForAgent', 'AgentNotFound', 'RateLimited', 'BackendUnavailable'],
  management_bearer: ['management_access_denied', ...OF_REFUSED_KEYS, 'BackendUnavailable'],
};

/** Failures of a parameter, by its name. */
const OF_PARAMETER: Readonly<Record<string, readonly DocumentedError[]>> = {
  'Idempotency-Key': ['IdempotencyConflict'],
  'If-Match': ['PreconditionFailed'],
  file_id: ['file_not_found'],
  key_id: ['KeyNotFound'],
  link_id: ['link_not_found'],
  memory_id: ['memory_not_found'],
  receipt_id: ['receipt_not_found'],
  sweep_id: ['sweep_not_found'],
  trace_id: ['trace_not_found'],
  webhook_id: ['webhook_not_found'],
  delivery_id: ['delivery_not_found'],
};

/** Paths guarded by `LoopbackGuard`. */
const LOCAL_PATHS = '/api/ui/';
const OF_LOCAL_PATHS: readonly DocumentedError[] = ['local_only', ...OF_REFUSED_KEYS, 'BackendUnavailable'];

/** As `AgentIdParam` documents it. */
const AGENT_ID = {
  name: 'agent_id',
  required: true,
  in: 'path' as const,
  description: "The agent's id.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$', example: 'support-bot' },
};

/**
 * Adds to each operation what no handler has to repeat: the failures of its guards, path and body, the headers of its
 * responses, and whether the body is optional.
 */
export function completeOperations(document: OpenAPIObject): void {
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) completeOperation(operation, path, document, ids);
    }
  }
  const operations = operationsOf(document);
  shareParameters(operations, document);
  shareAnswers(operations, document);
  shareExamples(document);
}

function operationsOf({ paths }: OpenAPIObject): OperationObject[] {
  return Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));
}

/** A parameter that several operations have is a component; of several of one name each has a number. */
function shareParameters(operations: readonly OperationObject[], { components = {} }: OpenAPIObject): void {
  const all = operations.flatMap(({ parameters = [] }) => parameters.map((each) => JSON.stringify(each)));
  const shared = (components.parameters ??= {});
  const names = new Map<string, string>();
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((each) => {
      const text = JSON.stringify(each);
      if (!('name' in each) || all.indexOf(text) === all.lastIndexOf(text)) return each;
      const name = names.get(text) ?? freeName(each.name, shared);
      names.set(text, name);
      shared[name] = each;
      return { $ref: `#/components/parameters/${name}` };
    });
  }
}

function freeName(name: string, taken: object): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}_${number}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}

function completeOperation(
  operation: OperationObject,
  path: string,
  document: OpenAPIObject,
  ids: Set<string>,
): void {
  nameOnce(operation.operationId ?? '', ids);
  documentAgentId(operation, path);
  const body = operation.requestBody as RequestBodyObject | undefined;
  if (body) completeBody(body, document);
  operation.security ??= [];
  describeKeyAccess(operation);
  completeResponses(operation, impliedErrors(operation, path), document);
}

/** A dry run may need less than any other run. */
function describeKeyAccess(operation: OperationObject): void {
  const roles = (operation.security ?? []).flatMap((each) => each[KEY_SCHEME] ?? []);
  const [dryRun, access = dryRun] = ACCESS_LEVELS.filter((level) => roles.includes(level));
  if (access === undefined) return;
  const isDeclared = operation.security?.some(
    (each) => 'management_api_key' in each || KEY_HEADER_SCHEME in each,
  );
  if (!isDeclared) operation.security?.push({ [KEY_HEADER_SCHEME]: [] });
  const rest = dryRun === access ? '' : `, or \`${dryRun}\` for a dry run`;
  operation.description = `${operation.description ?? ''} A key needs \`${access}\`${rest}.`.trim();
}

function nameOnce(id: string, ids: Set<string>): void {
  if (ids.has(id)) throw new Error(`Two operations are called "${id}": rename the method of a controller`);
  ids.add(id);
}

function documentAgentId(operation: OperationObject, path: string): void {
  const parameters = (operation.parameters ??= []);
  if (!path.includes('{agent_id}')) return;
  if (parameters.some((each) => 'name' in each && each.name === 'agent_id')) return;
  parameters.unshift(AGENT_ID);
}

/** Failures of the limits, which probes do not have. */
const OF_LIMITS: readonly DocumentedError[] = ['RateLimited', 'ServiceOverloaded'];

function impliedErrors(operation: OperationObject, path: string): DocumentedError[] {
  const schemes = (operation.security ?? []).flatMap((each) => Object.keys(each));
  const errors = schemes.flatMap((scheme) => OF_SCHEME[scheme] ?? []);
  if (path.startsWith(LOCAL_PATHS)) errors.push(...OF_LOCAL_PATHS);
  if (!HEALTH_PATHS.has(path)) errors.push(...OF_LIMITS);
  if (operation.requestBody) errors.push('validation', 'body_too_large', 'body_unreadable');
  if (path.includes('{')) errors.push('validation');
  for (const parameter of operation.parameters ?? []) {
    if ('name' in parameter) errors.push(...(OF_PARAMETER[parameter.name] ?? []));
    if ('in' in parameter && parameter.in === 'query') errors.push('validation');
  }
  return errors;
}

function completeBody(body: RequestBodyObject, document: OpenAPIObject): void {
  const media = body.content['application/json'];
  const schema = media && schemaOf(media, document);
  if (!media || !schema) return;
  if ((schema.required ?? []).length === 0) body.required = false;
}

function schemaOf(media: MediaTypeObject, document: OpenAPIObject): SchemaObject | null {
  return media.schema ? resolve(media.schema, document) : null;
}

function resolve(schema: SchemaOrReference, document: OpenAPIObject): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return (document.components?.schemas?.[name] ?? {}) as SchemaObject;
}
