import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalid } from '../common/validation-error';

const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

/** The `Idempotency-Key` header, or null. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const value = context.switchToHttp().getRequest<Request>().get('idempotency-key');
  if (value === undefined) return null;
  if (VALID_KEY.test(value)) return value;
  const rule = 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces';
  throw invalid(['header', 'Idempotency-Key'], rule, value);
});

/** Documents the header on an operation. */
export function AcceptsIdempotencyKey(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'The same key and body within 24 hours answer the first response, with `Idempotency-Replayed: true`',
      schema: { type: 'string', maxLength: 255, pattern: VALID_KEY.source, example: '7f1c9a52-store-42' },
    }),
  );
}
