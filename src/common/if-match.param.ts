import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { DomainError } from './domain-error';
import { onMethod } from './uuid-param';
import { invalid } from './validation-error';

/** An `updated_at` in quotes, as entity tags are; `"null"` stands for what was never set. */
const VERSION = /^"(null|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)"$/;

const DOCUMENTED = onMethod(
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `updated_at` that was read, in quotes',
    schema: { type: 'string', example: '"2026-05-01T12:00:00.000Z"' },
  }),
);

/** The state that a write is meant to change, by its `updated_at`; `updatedAt: null` for one that was never set. */
export interface ReadVersion {
  updatedAt: Date | null;
}

/** What the header `If-Match` says; null without it. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): ReadVersion | null =>
    readVersion(context.switchToHttp().getRequest<Request>().get('if-match')),
  [DOCUMENTED],
);

/** Throws a ValidationError. */
export function readVersion(value: string | undefined): ReadVersion | null {
  if (value === undefined) return null;
  const text = VERSION.exec(value)?.[1];
  const updatedAt = text === undefined || text === 'null' ? null : new Date(text);
  if (text === undefined || Number.isNaN(updatedAt?.getTime() ?? 0)) {
    const rule =
      'If-Match must be the `updated_at` that was read, in quotes, such as "2026-05-01T12:00:00.000Z"';
    throw invalid(['header', 'If-Match'], rule, value);
  }
  return { updatedAt };
}

/** Call it while no other writer can change `updatedAt`. Throws PreconditionFailed. */
export function demandVersion(expected: ReadVersion | null, updatedAt: Date | null): void {
  if (expected === null || expected.updatedAt?.getTime() === updatedAt?.getTime()) return;
  throw new DomainError('PreconditionFailed', undefined, { updated_at: updatedAt?.toISOString() ?? null });
}
