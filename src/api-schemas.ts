import type { OpenAPIObject } from '@nestjs/swagger';
import { isObject } from './common/objects';

type Node = Record<string, unknown>;

const NULL = { type: 'null' };

/** Nest writes OpenAPI 3.0, whose schemas have `nullable` and flags for exclusive limits. 3.1 has JSON Schema. */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const text = JSON.stringify({ ...document, openapi: '3.1.0' });
  return JSON.parse(text, (_key, value: unknown) => {
    return isObject(value) ? withDefaultsInText(withExclusiveLimit(withNull(value))) : value;
  }) as OpenAPIObject;
}

function withNull(node: Node): Node {
  if (node.nullable !== true) return node;
  const { nullable: _, allOf, oneOf, type, ...rest } = node;
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
function withDefaultsInText(node: Node): Node {
  if (!isObject(node.properties)) return node;
  const required = Array.isArray(node.required) ? (node.required as unknown[]) : [];
  const properties = Object.entries(node.properties).map(([name, property]) => [
    name,
    required.includes(name) ? property : withDefaultInText(property),
  ]);
  return { ...node, properties: Object.fromEntries(properties) as Node };
}

function withDefaultInText(property: unknown): unknown {
  if (!isObject(property) || property.default === undefined) return property;
  const { default: value, description, ...rest } = property;
  const text = typeof description === 'string' ? `${description.replace(/\.$/, '')}. ` : '';
  return { description: `${text}Default: \`${JSON.stringify(value)}\``, ...rest };
}
