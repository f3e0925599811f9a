import { StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { tracedMemory, type MemoryWork } from '../common/memory-spans';
import { HiddenProperty } from '../runtime/hidden-property';
import type { ActivityKind } from './activity';

/** Metadata of the handlers whose operations are logged. */
export const LOGGED = 'activity:logged';

export interface LoggedOperation {
  op: string;
  kind: ActivityKind;
  /** Memories that an operation read or wrote, by its answer. */
  count: (answer: unknown) => number;
}

/** Records an operation that succeeded; returns the answer to send. */
export type OperationRecorder = (operation: LoggedOperation, answer: unknown) => unknown;

const recorders = new HiddenProperty<object, OperationRecorder>('operation recorder');

/** From now on records the logged operations whose handler receives `actor` or a copy of it. */
export function recordOperationsOf(actor: object, recorder: OperationRecorder): void {
  recorders.set(actor, recorder);
}

type HandlerOf<Answer> = (
  ...parameters: never[]
) => Promise<Answer | StreamableFile> | Answer | StreamableFile;

/**
 * Names the operation of a handler under `SessionRoute` for the activity log. `count` returns how many memories the
 * operation read or wrote; the lines of a streamed answer are counted instead, one for each memory. The handler must take
 * the session. Place it under the handler's other decorators, because it passes on their metadata.
 *
 * It wraps the handler, because a Nest interceptor costs each request a fifth of its rate (docs/adr/0017).
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
    const countIn = (answer: unknown) => (answer instanceof StreamableFile ? null : operation.count(answer));
    const logged = async function (this: unknown, ...parameters: unknown[]): Promise<unknown> {
      const work = async () => handler.apply(this, parameters);
      const answer = await tracedMemory(op, () => workOf(parameters), work, countIn);
      const recorder = recorderAmong(parameters);
      return recorder
        ? recorder(isDryRun(answer) ? { ...operation, kind: 'read' } : operation, answer)
        : answer;
    };
    for (const key of Reflect.getMetadataKeys(handler) as unknown[]) {
      Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), logged);
    }
    Reflect.defineMetadata(LOGGED, operation, logged);
    Object.defineProperty(logged, 'name', { value: handler.name });
    descriptor.value = logged as unknown as Handler;
  };
}

/** A dry run reports what would be written, and writes nothing. */
function isDryRun(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'dry_run' in answer && answer.dry_run === true;
}

function recorderAmong(parameters: readonly unknown[]): OperationRecorder | null {
  for (const parameter of parameters) {
    const recorder =
      typeof parameter === 'object' && parameter !== null ? recorders.get(parameter) : undefined;
    if (recorder) return recorder;
  }
  return null;
}

/** Reads the parameters of a handler: the actor, the id of a memory, and a body that may ask for an upsert. */
function workOf(parameters: readonly unknown[]): MemoryWork {
  let [storeId, isUpsert] = ['', false];
  let recordId: string | null = null;
  for (const parameter of parameters) {
    if (isUUID(parameter)) recordId = parameter as string;
    if (typeof parameter !== 'object' || parameter === null) continue;
    if (recorders.get(parameter)) storeId = String((parameter as { agentId?: unknown }).agentId);
    isUpsert ||= (parameter as { upsert?: unknown }).upsert === true;
  }
  return { storeId, recordId, isUpsert };
}
