import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { DomainError } from '../common/domain-error';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_SHOWN_ID = 100;

/** The path's `file_id`. One that is no id names no file, and is answered like any unknown one. */
export const FileId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const id = String(context.switchToHttp().getRequest<Request>().params.file_id);
  if (!UUID.test(id)) throw fileNotFound(id);
  return id.toLowerCase();
});

export function HasFileId(): MethodDecorator {
  return applyDecorators(
    ApiParam({
      name: 'file_id',
      description: 'Id of the file',
      // Nest drops an example beside the schema.
      schema: { type: 'string', format: 'uuid', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' },
    }),
  );
}

/** The id may be anything that a client put into a path; no more than its beginning is repeated. */
export function fileNotFound(id: string): DomainError {
  return new DomainError('file_not_found', `File '${id.slice(0, MAX_SHOWN_ID).toWellFormed()}' not found`);
}
