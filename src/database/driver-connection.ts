import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Where the driver keeps the connection of a client, which its types do not have. */
interface Connected {
  processID: number | null;
  connection: EventEmitter & { stream: Socket };
}

/** The connection of a client: its socket, and the messages of the server as events. */
export function connectionOf(client: ClientBase): Connected['connection'] {
  return (client as ClientBase & Connected).connection;
}

/** The id of the server's process for the connection; null before it is known. */
export function processIdOf(client: ClientBase): number | null {
  return (client as ClientBase & Connected).processID;
}
