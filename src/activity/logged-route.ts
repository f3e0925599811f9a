import type { StreamableFile } from '@nestjs/common';
import { Slot } from '../common/slot';
import type { ActivityKind } from './activity';

/** Metadata of the handlers whose operations are logged. */
export const LOGGED = 'activity:logged';

export interface LoggedOperation {
  op: string;
  kind: ActivityKind;
  /** Memories that an operation read or wrote, by its answer. */
  count: (answer: unknown) => number;
}

/** Notes an operation that succeeded; answers what is to be sent. */
export type OperationNoter = (operation: LoggedOperation, answer: unknown) => unknown;

const noters = new Slot<object, OperationNoter>('noter');

/** From now on the logged operations whose handler is given `actor`, or a copy of it, are noted. */
export function noteOperationsOf(actor: object, noter: OperationNoter): void {
  noters.set(actor, noter);
}

type HandlerOf<Answer> = (
  ...parameters: never[]
) => Promise<Answer | StreamableFile> | Answer | StreamableFile;

/**
 * Names the operation of a handler under `SessionRoute` for the activity log, and tells from its answer how many
 * memories it read or wrote. Of an answer that is streamed the lines are counted instead, one a memory. The handler
 * must take the session. To stand under the decorators that the handler keeps: it hands their metadata on.
 *
 * Not an interceptor: Nest binds an async resource for each, which every request would pay for.
 */
export function Logged<Answer extends object>(
  op: string,
  kind: ActivityKind,
  count: (answer: Answer) => number,
) {
  return <Handler extends HandlerOf<Answer>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    const operation = { op, kind, count } as LoggedOperation;
    const handler = descriptor.value as unknown as (...parameters: unknown[]) => unknown;
    const logged = async function (this: unknown, ...parameters: unknown[]): Promise<unknown> {
      const answer = await handler.apply(this, parameters);
      const noter = noterAmong(parameters);
      return noter ? noter(operation, answer) : answer;
    };
    for (const key of Reflect.getMetadataKeys(handler) as unknown[]) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), logged);
    }
    Reflect.defineMetadata(LOGGED, operation, logged);
    Object.defineProperty(logged, 'name', { value: handler.name });
    descriptor.value = logged as unknown as Handler;
  };
}

function noterAmong(parameters: readonly unknown[]): OperationNoter | null {
  for (const parameter of parameters) {
    const noter = typeof parameter === 'object' && parameter !== null ? noters.get(parameter) : undefined;
    if (noter) return noter;
  }
  return null;
}
