import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { onMethod } from './on-method';
import { UUID_ANY_CASE } from './uuid';

/**
 * A decorator for a path parameter that holds a UUID, and its entry in the API document; the handler gets it in lower
 * case. An id of another form gets the answer of an unknown id, so it throws `notFound`.
 */
export function uuidParam(
  name: string,
  description: string,
  notFound: (id: string) => Error,
): () => ParameterDecorator {
  const read = (_: unknown, context: ExecutionContext): string => {
    const id = String(context.switchToHttp().getRequest<Request>().params[name]);
    if (!UUID_ANY_CASE.test(id)) throw notFound(id);
    return id.toLowerCase();
  };
  // Nest drops an example beside the schema.
  const schema = { type: 'string', format: 'uuid', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' };
  return createParamDecorator(read, [onMethod(ApiParam({ name, description, schema }))]);
}
