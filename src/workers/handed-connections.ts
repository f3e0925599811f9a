import type { Worker } from 'node:cluster';

/** What `node:cluster` sends to a worker with a connection, and what comes back (lib/internal/cluster of Node). */
interface ClusterMessage {
  cmd?: string;
  act?: string;
  seq?: number;
  ack?: number;
}

/** For reading what a worker said before it died. */
const LAST_WORDS_MS = 100;
const CLUSTER = 'NODE_CLUSTER';

/**
 * Gives connections to other workers that were handed to one which died before it took them: Node itself waits for its
 * answer for ever, and so does the client. Nothing was read from such a connection, since a worker answers first.
 *
 * This listens to what Node's own messages are. Where they should change, it finds none, and does nothing.
 */
export function handOnWhenLost({ process: worker }: Worker): void {
  const handed = new Set<number>();
  let isParted = false;
  const send = worker.send.bind(worker) as (...args: unknown[]) => boolean;
  worker.send = (...args: unknown[]) => {
    const { cmd, act, seq } = args[0] as ClusterMessage;
    if (cmd === CLUSTER && act === 'newconn' && seq !== undefined) handed.add(seq);
    return send(...args);
  };
  worker.on('internalMessage', ({ cmd, ack }: ClusterMessage) => {
    if (cmd === CLUSTER && ack !== undefined) handed.delete(ack);
  });
  worker.once('exit', () => {
    setTimeout(() => {
      // Node puts this event off until the worker has said that it has the connection.
      if (!isParted) worker.emit('disconnect');
    }, LAST_WORDS_MS);
  });
  // From here on it is no longer one of those who are handed anything.
  worker.once('disconnect', () => {
    isParted = true;
    for (const ack of [...handed]) worker.emit('internalMessage', { cmd: CLUSTER, ack, accepted: false });
  });
}
