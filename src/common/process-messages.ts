import type { Worker } from 'node:cluster';
import type { AddressInfo } from 'node:net';

/** Messages of a worker to the primary process. */
export type WorkerMessage =
  | { kind: 'listening'; address: AddressInfo }
  | { kind: 'metrics'; request: number; metrics: object[] }
  | { kind: 'metrics-wanted'; request: number };

/** Messages of the primary process to its workers. */
export type PrimaryMessage =
  | { kind: 'stop' }
  | { kind: 'all-listen' }
  | { kind: 'metrics-asked'; request: number }
  | { kind: 'metrics-summed'; request: number; text: string };

/** Call it in a worker. Without a primary process nothing is sent, and the worker ends by itself. */
export function sendToPrimary(message: WorkerMessage): void {
  if (process.connected) process.send?.(message);
}

/** Call it in a worker. Libraries send messages of other forms through the same channel. */
export function onPrimaryMessage(listener: (message: PrimaryMessage) => void): void {
  process.on('message', (message: unknown) => {
    if (hasKind(message)) listener(message as PrimaryMessage);
  });
}

/** Call it in the primary process. Nothing is sent to a worker that has ended. */
export function sendToWorker(worker: Worker, message: PrimaryMessage): void {
  if (worker.isConnected()) worker.send(message);
}

/** Null for messages of libraries. */
export function asWorkerMessage(message: unknown): WorkerMessage | null {
  return hasKind(message) ? (message as WorkerMessage) : null;
}

function hasKind(message: unknown): message is { kind: string } {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
