import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { errorResponses, type DocumentedError } from './common/error-responses';
import { HEALTH_PATHS } from './common/probe-paths';
import { PACKAGE } from './config/package';

/** The OpenAPI document of the application. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Agent Memory Service')
    .setDescription(
      `${PACKAGE.description} Agents are managed by loopback clients or with the management credential; ` +
        'everything else needs the session token that activating an agent returns.',
    )
    .setVersion(PACKAGE.version)
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Session-Token', description: 'The token of a session.' },
      'session',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'cookie',
        name: 'service_session_token',
        description: 'The same token; the header wins.',
      },
      'session_cookie',
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'The management credential; loopback needs none.' },
      'management_bearer',
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The management credential.' },
      'management_api_key',
    )
    .build();
  return completeDocument(SwaggerModule.createDocument(app, config, { operationIdFactory: operationId }));
}

/** Such as `agentsCreate` for AgentsController.create. */
function operationId(controller: string, method: string): string {
  const feature = controller.replace(/Controller$/, '');
  return `${feature.charAt(0).toLowerCase()}${feature.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}

type OperationObject = NonNullable<OpenAPIObject['paths'][string]['get']>;
type RequestBodyObject = Extract<OperationObject['requestBody'], { content: unknown }>;
type ResponseObject = Extract<NonNullable<OperationObject['responses'][string]>, { description: string }>;
type MediaTypeObject = RequestBodyObject['content'][string];
type SchemaOrReference = NonNullable<MediaTypeObject['schema']>;
type SchemaObject = Exclude<SchemaOrReference, { $ref: string }>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Failures of a guard, by the security scheme that it documents. */
const OF_SCHEME: Readonly<Record<string, readonly DocumentedError[]>> = {
  session: [
    'missing_session_token',
    'InvalidSessionToken',
    'SessionExpired',
    'InternalServerError',
    'BackendUnavailable',
  ],
  management_bearer: ['management_access_denied', 'BackendUnavailable'],
};

/** Paths guarded by `LoopbackGuard`. */
const LOCAL_PATHS = '/api/ui/';
const OF_LOCAL_PATHS: readonly DocumentedError[] = ['local_only', 'BackendUnavailable'];

const AGENT_ID = {
  name: 'agent_id',
  in: 'path' as const,
  required: true,
  description: "The agent's id.",
  example: 'support-bot',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$' },
};

/**
 * Adds to each operation what no handler has to repeat: the failures of its guards, path and body, an example of the
 * body, and whether the body is optional.
 */
function completeDocument(document: OpenAPIObject): OpenAPIObject {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) completeOperation(operation, path, document);
    }
  }
  return document;
}

function completeOperation(operation: OperationObject, path: string, document: OpenAPIObject): void {
  documentAgentId(operation, path);
  const body = operation.requestBody as RequestBodyObject | undefined;
  if (body) completeBody(body, document);
  const implied = impliedErrors(operation, path);
  if (implied.length > 0) addErrors(operation, implied);
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
  return errors;
}

function addErrors(operation: OperationObject, implied: readonly DocumentedError[]): void {
  const named = Object.values(operation.responses).flatMap((each) => namesOf(each as ResponseObject));
  for (const { status, ...response } of errorResponses([...named, ...implied])) {
    operation.responses[String(status)] = response;
  }
}

/** The failures of a documented response: they are the names of its examples. */
function namesOf(response: ResponseObject): DocumentedError[] {
  return Object.keys(response.content?.['application/json']?.examples ?? {}) as DocumentedError[];
}

function completeBody(body: RequestBodyObject, document: OpenAPIObject): void {
  const media = body.content['application/json'];
  const schema = media && schemaOf(media, document);
  if (!media || !schema) return;
  if ((schema.required ?? []).length === 0) body.required = false;
  media.example ??= exampleOf(schema, document);
}

/** An object of its properties' examples; a property whose example is null is left out. */
function exampleOf(schema: SchemaObject, document: OpenAPIObject): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    name,
    (resolve(property, document).example ?? null) as unknown,
  ]);
  return Object.fromEntries(entries.filter(([, example]) => example !== null)) as Record<string, unknown>;
}

function schemaOf(media: MediaTypeObject, document: OpenAPIObject): SchemaObject | null {
  return media.schema ? resolve(media.schema, document) : null;
}

function resolve(schema: SchemaOrReference, document: OpenAPIObject): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  return (document.components?.schemas?.[name] ?? {}) as SchemaObject;
}
