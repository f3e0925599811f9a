import type { Worker } from 'node:cluster';
import type { AddressInfo } from 'node:net';

/** What a worker tells the process that started it. */
export type WorkerMessage =
  | { kind: 'listening'; address: AddressInfo }
  | { kind: 'metrics'; request: number; metrics: object[] }
  | { kind: 'metrics-wanted'; request: number };

/** What the first process tells its workers. */
export type PrimaryMessage =
  | { kind: 'stop' }
  | { kind: 'metrics-asked'; request: number }
  | { kind: 'metrics-summed'; request: number; text: string };

/** In a worker: once the first process is gone, nobody is told, and the worker ends by itself. */
export function tellPrimary(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}

/** In a worker. Others use the same channel, with messages of other forms. */
export function onPrimaryMessage(listener: (message: PrimaryMessage) => void): void {
  process.on('message', (message: unknown) => {
    if (hasKind(message)) listener(message as PrimaryMessage);
  });
}

/** In the first process: a worker that is gone is told nothing. */
export function tellWorker(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message);
}

/** Of messages of others, null. */
export function asWorkerMessage(message: unknown): WorkerMessage | null {
  return hasKind(message) ? (message as WorkerMessage) : null;
}

function hasKind(message: unknown): message is { kind: string } {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
