import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import {
  errorResponses,
  type DocumentedError,
  FlatError,
  MessageError,
  StructuredError,
  ValidationErrorBody,
} from './error-responses';

/**
 * Sets the status of an operation and documents it: what it does, what it answers, and the failures it names, whose
 * statuses, bodies and examples come from the table that the error filter answers by. What its guards and the shape of its
 * request imply (credentials, unreadable bodies, storage that is down) is added when the document is made.
 */
export function Documented(options: {
  summary: string;
  description: string;
  /** As JSON, or what it is by media types; of a stream it is one event, or one line. Null: no body. */
  response: Type<unknown> | Readonly<Record<string, Type<unknown>>> | null;
  /** Default 200. */
  status?: 200 | 201 | 204;
  /** Of the operation itself. Default none. */
  errors?: readonly DocumentedError[];
}): MethodDecorator {
  const { summary, description, response, status = 200, errors = [] } = options;
  const types = typeof response === 'function' ? { 'application/json': response } : (response ?? {});
  const content = Object.entries(types).map(
    ([mediaType, type]) => [mediaType, { schema: { $ref: getSchemaPath(type) } }] as const,
  );
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary, description }),
    ApiResponse({
      status,
      description: 'Done',
      ...(response !== null && { content: Object.fromEntries(content) }),
    }),
    ApiExtraModels(...Object.values(types), MessageError, StructuredError, FlatError, ValidationErrorBody),
    ...errorResponses(errors).map((each) => ApiResponse(each)),
  );
}
