import { createRequire } from 'node:module';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { KEY_HEADER_SCHEME, KEY_SCHEME } from './access/grant';
import { completeOperations } from './api-operations';
import { composeSchemas, SHARED_SCHEMAS } from './api-schemas';
import { isObject } from './common/objects';
import { PACKAGE } from './config/package';

/** The groups of operations, in the order of the documentation page. */
const TAGS = {
  Agents: 'Create, list and delete agents.',
  Console: 'The login of the web console at `/app/`.',
  Keys: 'Create, list and revoke the keys of clients.',
  Sessions: 'Start and end the sessions whose tokens the operations of an agent need.',
  'Storing memories': 'Store, edit, expire, restore and delete memories.',
  'Reading memories': 'Find memories by meaning or by time, and answer questions from them.',
  Files: 'Upload files and follow how they become memories.',
  Links: 'See which memories replace, contradict or repeat others, and apply or reject that.',
  Conflicts: 'Find and resolve memories that contradict each other.',
  'Expiry policy': 'Decide which memories expire, and undo a sweep.',
  'Local pages': 'For pages on the same machine. Other clients get 403.',
  System: 'Probes and metrics.',
  Audit: 'Read and export the chains of what was written, with their signed heads.',
  Forgetting: 'Delete what is stored about a person or a subject, with a signed receipt.',
  Events: 'Learn what becomes of memories.',
} as const;

const DESCRIPTION =
  `${PACKAGE.description}\n\n` +
  'Three steps, also on the page at `/docs` (**Try it out**, then **Execute**):\n\n' +
  '1. Create an agent: `POST /api/v2/agents`.\n' +
  '2. Activate it: `POST /api/v2/agents/{agent_id}/activate`. The answer holds a `session_token`, and sets it as a ' +
  'cookie.\n' +
  '3. Use the other operations of the agent. A browser sends the cookie by itself, so the page needs nothing more. ' +
  'Other clients send the token in the header `X-Session-Token`; on the page, **Authorize** does so.\n\n' +
  'A key (`POST /api/v2/keys`) takes the place of both: each operation says which access a key needs.\n\n' +
  'Clients on the same machine manage agents without a credential. Other clients send the management credential.\n\n' +
  'Fields and query parameters that an operation does not have are ignored. The response header `X-Ignored-Fields` ' +
  'names them.';

type Metadata = Parameters<typeof SwaggerModule.loadPluginMetadata>[0];

/** Reads what the comments and types of request and answer classes say (`nest-cli.json`), before the document is made. */
export async function readApiComments(): Promise<void> {
  // Nest writes the file without the extensions that the compiler asks of `import()`, so it is not type-checked.
  const { default: metadata } = createRequire(__filename)('./metadata') as { default: Metadata };
  await SwaggerModule.loadPluginMetadata(metadata);
}

/** The OpenAPI document of the application. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Agent Memory Service')
    .setDescription(DESCRIPTION)
    .setVersion(PACKAGE.version)
    .addServer('/', 'The server of this document')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-Session-Token',
        description: 'The `session_token` that activating an agent returns.',
      },
      'session',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'cookie',
        name: 'service_session_token',
        description: 'The same token. Activating an agent sets it; the header wins.',
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
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description:
          'A key (`amk_...`) or a token of the OpenID Connect issuer. The ' +
          'requirement of an operation names the access that the key or token needs: `read`, `write`, ' +
          '`create` or `manage`.',
      },
      KEY_SCHEME,
    )
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The same key.' },
      KEY_HEADER_SCHEME,
    );
  for (const [name, description] of Object.entries(TAGS)) config.addTag(name, description);
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: (_controller, method) => method,
    extraModels: SHARED_SCHEMAS,
  });
  delete document.info.contact;
  completeOperations(document);
  composeSchemas(document);
  return toOpenApi31(document);
}

type Node = Record<string, unknown>;

const NULL = { type: 'null' };

/** Nest writes OpenAPI 3.0, whose schemas have `nullable` and flags for exclusive limits. 3.1 has JSON Schema. */
function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify({ ...document, openapi: '3.1.0' });
  return JSON.parse(text, (_key, value: unknown) => {
    return isObject(value)
      ? withPropertyTexts(withFormat(withExclusiveLimit(withNull(withoutNoise(value)))))
      : value;
  }) as OpenAPIObject;
}

/** Leaves out what says nothing: a default of null, that an object may have more properties, and `required: false`. */
function withoutNoise(node: Node): Node {
  const { default: value, additionalProperties, required, ...rest } = node;
  return {
    ...rest,
    ...(required !== undefined && required !== false && { required }),
    ...(value !== undefined && value !== null && { default: value }),
    ...(additionalProperties !== undefined && additionalProperties !== true && { additionalProperties }),
  };
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/;

/** RFC 3339 asks for a zone; the timestamps of agents have none, so they are plain strings. Requests have a pattern. */
function withFormat(node: Node): Node {
  const isTime = typeof node.example === 'string' && DATE_TIME.test(node.example);
  return isTime && node.pattern === undefined ? { ...node, format: 'date-time' } : node;
}

function withNull(node: Node): Node {
  if (node.nullable !== true) return node;
  const { nullable: _, allOf, oneOf, type, ...others } = node;
  // `nullable` adds no null to an `enum`, which would rule it out (OpenAPI 3.0.3, Schema Object).
  const isEnum = Array.isArray(others.enum) && !others.enum.includes(null);
  const rest = isEnum ? { ...others, enum: [...(others.enum as unknown[]), null] } : others;
  if (allOf !== undefined) return { ...rest, oneOf: [...(allOf as Node[]), NULL] };
  if (oneOf !== undefined) return { ...rest, oneOf: [...(oneOf as Node[]), NULL] };
  return { type: [type, 'null'], ...rest };
}

function withExclusiveLimit(node: Node): Node {
  if (node.exclusiveMinimum !== true) return node;
  const { minimum, ...rest } = node;
  return { ...rest, exclusiveMinimum: minimum };
}

/**
 * Says the defaults of optional properties in their descriptions. From the keyword `default`, generators conclude that a
 * property is always there: openapi-typescript would then ask for it in requests.
 */
function withPropertyTexts(node: Node): Node {
  if (!isObject(node.properties)) return node;
  const required = Array.isArray(node.required) ? (node.required as unknown[]) : [];
  const properties = Object.entries(node.properties).map(([name, property]) => [
    name,
    required.includes(name) ? withFoldedText(property) : withDefaultInText(withFoldedText(property)),
  ]);
  return { ...node, properties: Object.fromEntries(properties) as Node };
}

function foldedLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.join(' ');
}

/** A comment of several lines is one paragraph. */
function withFoldedText(property: unknown): unknown {
  if (!isObject(property) || typeof property.description !== 'string') return property;
  return { ...property, description: foldedLines(property.description) };
}

function withDefaultInText(property: unknown): unknown {
  if (!isObject(property) || property.default === undefined) return property;
  const { default: value, description, ...rest } = property;
  const text = typeof description === 'string' ? `${description.replace(/\.$/, '')}. ` : '';
  return { description: `${text}Default: \`${JSON.stringify(value)}\``, ...rest };
}
