import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { onMethod } from '../common/uuid-param';
import { invalid } from '../common/validation-error';

const VALID_KEY = /^[\x21-\x7e]{1,255}$/;

const DOCUMENTED = onMethod(
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'The same key and body within 24 hours answer the first response, with `Idempotency-Replayed: true`',
    schema: { type: 'string', maxLength: 255, pattern: VALID_KEY.source, example: '7f1c9a52-store-42' },
  }),
);

/** A request that may repeat an earlier one. */
export interface Repetition {
  /** Its `Idempotency-Key`; null without one. */
  key: string | null;
  /** Says in the response that it is a stored one. */
  markReplayed(): void;
}

export const Repeats = createParamDecorator(
  (_: unknown, context: ExecutionContext): Repetition => {
    const http = context.switchToHttp();
    return {
      key: keyOf(http.getRequest<Request>()),
      markReplayed: () => http.getResponse<Response>().setHeader('Idempotency-Replayed', 'true'),
    };
  },
  [DOCUMENTED],
);

function keyOf(request: Request): string | null {
  return checkedIdempotencyKey(request.get('idempotency-key'), ['header', 'Idempotency-Key']);
}

/** The key that a request gives at `loc`, or null without one. Throws a ValidationError. */
export function checkedIdempotencyKey(value: unknown, loc: string[]): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && VALID_KEY.test(value)) return value;
  const rule = 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces';
  throw invalid(loc, rule, value);
}
