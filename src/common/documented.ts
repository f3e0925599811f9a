import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { FlatError, MessageError, StructuredError, ValidationErrorBody } from './error-bodies';
import { errorResponses, type DocumentedError } from './error-responses';

/**
 * Documents an operation: what it does, what it answers, and the failures it names, whose statuses, bodies
 * and examples come from the table that the error filter answers by. What its guards and the shape of its
 * request imply (credentials, unreadable bodies, storage that is down) is added when the document is made.
 */
export function Documented(options: {
  summary: string;
  description?: string;
  response: Type<unknown>;
  /** Default 200. */
  status?: 200 | 201;
  errors: readonly DocumentedError[];
}): MethodDecorator {
  const { summary, description, response, status = 200, errors } = options;
  return applyDecorators(
    ApiOperation({ summary, ...(description === undefined ? {} : { description }) }),
    ApiResponse({ status, type: response, description: 'Success.' }),
    ApiExtraModels(MessageError, StructuredError, FlatError, ValidationErrorBody),
    ...errorResponses(errors).map((each) => ApiResponse(each)),
  );
}
