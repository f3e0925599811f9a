import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Target } from './target';

/** A raw connection, and what came over it. */
export interface Connection {
  socket: Socket;
  openedAt: number;
  /** The status of the answer so far; 0 without one. */
  status: () => number;
  /** When the other side closed it, of `Date.now()`; rejects never. */
  closed: Promise<number>;
}

/** Opens connections that send `head` at once. */
export async function openConnections(
  target: Target,
  count: number,
  head: string | Buffer,
): Promise<Connection[]> {
  const { hostname, port } = new URL(target.url);
  return Promise.all(Array.from({ length: count }, () => openConnection(hostname, Number(port), head)));
}

async function openConnection(host: string, port: number, head: string | Buffer): Promise<Connection> {
  let answer = '';
  const socket = connect({ host, port });
  // A connection that the service cuts is what is wanted.
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(Date.now())));
  await Promise.race([once(socket, 'connect'), closed]);
  socket.write(head);
  socket.on('data', (chunk: Buffer) => (answer ||= chunk.toString('latin1')));
  return { socket, openedAt: Date.now(), status: () => Number(answer.split(' ')[1] ?? 0), closed };
}

export function close(connections: readonly Connection[]): void {
  for (const { socket } of connections) socket.destroy();
}

/** Seconds until the service closed the last of them; `most` when it did not. */
export async function secondsOpen(connections: readonly Connection[], most: number): Promise<number> {
  const all = Promise.all(connections.map(async ({ openedAt, closed }) => (await closed) - openedAt));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number[]>((resolve) => {
    timer = setTimeout(() => resolve([most * 1000]), most * 1000);
  });
  const times = await Promise.race([all, late]);
  clearTimeout(timer);
  close(connections);
  return Math.max(...times) / 1000;
}
