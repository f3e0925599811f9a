import { SetMetadata, type StreamableFile } from '@nestjs/common';
import type { ActivityKind } from './activity';

/** Metadata of the handlers whose operations are logged. */
export const LOGGED = 'activity:logged';

export interface LoggedOperation {
  op: string;
  kind: ActivityKind;
  /** Memories that an operation read or wrote, by its answer. */
  count: (answer: unknown) => number;
}

type Returned<Answer> = Answer | StreamableFile;
type HandlerOf<Answer> = (...parameters: never[]) => Returned<Answer> | Promise<Returned<Answer>>;

/**
 * Names the operation of a handler under `SessionRoute` for the activity log, and tells from its answer how many
 * memories it read or wrote. Of an answer that is streamed the lines are counted instead, one a memory.
 */
export function Logged<Answer extends object>(
  op: string,
  kind: ActivityKind,
  count: (answer: Answer) => number,
) {
  return <Handler extends HandlerOf<Answer>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    SetMetadata(LOGGED, { op, kind, count })(target, key, descriptor);
  };
}
