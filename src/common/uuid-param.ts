import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { UUID_ANY_CASE } from './uuid';

/** Applies the decorator of a method to the method of a parameter, so that the parameter brings its own documentation. */
export function onMethod(decorator: MethodDecorator): ParameterDecorator {
  return (target, key) => {
    if (key === undefined) throw new Error('This decorator is for parameters of methods only');
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor) decorator(target, key, descriptor);
  };
}

/** A path parameter with a UUID, given in lower case, and its documentation. Throws `notFound` for other forms. */
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
