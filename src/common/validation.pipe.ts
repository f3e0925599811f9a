import { setImmediate } from 'node:timers/promises';
import {
  Injectable,
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { HIDDEN_KEYS } from './metadata';
import { isObject } from './objects';
import { PendingBody, UnreadBody } from './request-body';
import { QUERY } from './request-decorators';
import { declaredFieldsOf, mayBeOmitted } from './request-fields';
import { invalid, ValidationError } from './validation-error';
import { issuesOf } from './validation-issues';

export type RequestSource = 'body' | 'query';

const BUILT_IN: readonly unknown[] = [String, Number, Boolean, Array, Object];

const PIPES = { body: validationPipe('body'), query: validationPipe('query') };

/**
 * Nest's ValidationPipe for bodies and queries: makes them instances of their request classes without unknown fields, or
 * refuses them with every field at fault (docs/adr/0028). It reads the body itself: pipes run after all guards, so a
 * refused request costs no body (docs/adr/0022).
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    const requested = requestClass(metatype);
    if (type === 'body') return readBody(value, requested);
    return requested === null ? value : readRequest(requested, value, type);
  }
}

/** An instance of a request class. Rejects with a ValidationError that names every field at fault. */
export async function readRequest<T extends object>(
  type: Type<T>,
  value: unknown,
  source: RequestSource,
  ignored?: Set<string>,
): Promise<T> {
  const given = declaredFieldsOf(type, givenObject(value, source, mayBeOmitted(type)), ignored);
  refuseHiddenKeys(given, source);
  return (await PIPES[source].transform(given, { type: source, metatype: type })) as T;
}

/** An object with keys of the client, in a request or in a row of one of its lists, must not lose a key that the pipe would delete. */
function refuseHiddenKeys(given: object, source: RequestSource): void {
  refuseHiddenKeysOf(given, [source]);
  for (const [name, rows] of Object.entries(given)) {
    if (!Array.isArray(rows)) continue;
    for (const [at, row] of rows.entries()) refuseHiddenKeysOf(row, [source, name, at]);
  }
}

function refuseHiddenKeysOf(row: unknown, path: readonly (string | number)[]): void {
  if (!isObject(row)) return;
  for (const [name, value] of Object.entries(row)) {
    const key = isObject(value) && HIDDEN_KEYS.find((each) => Object.hasOwn(value, each));
    if (key) throw invalid([...path, name, key], `Keys cannot be ${HIDDEN_KEYS.join(', ')}`, key);
  }
}

/** The object that holds the fields; an empty one for no body if it is optional. Throws a ValidationError. */
export function givenObject(value: unknown, source: RequestSource, isOptional: boolean): object {
  if (value instanceof UnreadBody) {
    throw invalid(['body'], 'Send the body as JSON, with Content-Type: application/json', null);
  }
  if (value === undefined || value === null) {
    if (isOptional) return {};
    throw invalid([source], 'Field required', null, 'missing');
  }
  if (isObject(value)) return value;
  throw invalid([source], 'Input should be a valid object', value, 'dict_type');
}

async function readBody(body: unknown, requested: Type<object> | null): Promise<unknown> {
  const value = body instanceof PendingBody ? await body.read() : body;
  if (requested === null) return value;
  const ignored = new Set<string>();
  try {
    return await readRequest(requested, value, 'body', ignored);
  } catch (error) {
    // A fault of the query is reported before one of the body.
    await setImmediate();
    throw error;
  } finally {
    // A refusal names them too: a mistyped name is often the reason for it.
    if (ignored.size > 0 && body instanceof PendingBody) body.reportIgnored(ignored);
  }
}

function validationPipe(source: RequestSource): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    transformOptions: source === 'query' ? { groups: [QUERY] } : {},
    stopAtFirstError: true,
    forbidUnknownValues: false,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => new ValidationError(issuesOf(errors, source)),
  });
}

/** Null where a parameter has no class of its own. */
function requestClass(metatype: ArgumentMetadata['metatype']): Type<object> | null {
  return metatype === undefined || BUILT_IN.includes(metatype) ? null : (metatype as Type<object>);
}
