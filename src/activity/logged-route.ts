import { SetMetadata } from '@nestjs/common';
import type { ActivityKind } from './activity';

/** Metadata of the handlers whose operations are logged. */
export const LOGGED = 'activity:logged';

export interface LoggedOperation {
  op: string;
  kind: ActivityKind;
  /** Returns how many memories an operation read or wrote, from its answer. */
  count: (answer: unknown) => number;
}

/**
 * Names the operation of a handler under `SessionRoute` for the activity log. `count` returns how many memories the
 * operation read or wrote; the lines of a streamed answer are counted instead, one for each memory.
 */
export function Logged<Answer extends object>(
  op: string,
  kind: ActivityKind,
  count: (answer: Answer) => number,
): MethodDecorator {
  return SetMetadata(LOGGED, { op, kind, count });
}
