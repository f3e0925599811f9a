import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { memoryNotFound } from './memory-limits';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The path's `memory_id`. One that is no id names no memory, and is answered like any unknown one. */
export const MemoryId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const id = String(context.switchToHttp().getRequest<Request>().params.memory_id);
  if (!UUID.test(id)) throw memoryNotFound(id);
  return id.toLowerCase();
});

export function HasMemoryId(): MethodDecorator {
  return applyDecorators(
    ApiParam({
      name: 'memory_id',
      description: 'Id of the memory',
      // Nest drops an example beside the schema.
      schema: { type: 'string', format: 'uuid', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' },
    }),
  );
}
