import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopbackAddress } from '../access/loopback';
import type { Env } from '../config/env';
import { clientKey } from '../common/request-counter';
import { rawAnswer } from './client-errors';

/** Unless MAX_CONNECTIONS_PER_ADDRESS is set. */
const DEFAULT_CONNECTIONS = 128;
const WARN_EVERY_MS = 60_000;
const REFUSAL = rawAnswer('429 Too Many Requests', 'Too many connections from this address');

export interface ConnectionLimit {
  /** Connections of one address at a time. */
  most: number;
  isExempt: (address: string) => boolean;
}

/** Null for no limit. Trusted proxies, which carry many clients, are exempt; so is loopback unless a limit is set. */
export function connectionLimit(
  { MAX_CONNECTIONS_PER_ADDRESS: most }: Pick<Env, 'MAX_CONNECTIONS_PER_ADDRESS'>,
  isTrusted: (address: string) => boolean,
): ConnectionLimit | null {
  if (most === 0) return null;
  const isExempt = (address: string) => isTrusted(address) || (most === null && isLoopbackAddress(address));
  return { most: most ?? DEFAULT_CONNECTIONS, isExempt };
}

/** Closes connections of an address beyond its limit; `log` at most once a minute. Call it before listening. */
export function limitConnections(
  server: Server,
  limit: ConnectionLimit | null,
  log: (message: string) => void,
): void {
  if (limit === null) return;
  const open = new Map<string, number>();
  const warn = refusalWarning(limit.most, log);
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || limit.isExempt(address)) return;
    const key = clientKey(address);
    const count = open.get(key) ?? 0;
    if (count >= limit.most) {
      warn();
      socket.write(REFUSAL);
      socket.destroy();
      return;
    }
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}

/** A warning that is logged once a minute at most: an attack must not fill the log. */
function refusalWarning(most: number, log: (message: string) => void): () => void {
  let silentUntil = 0;
  return () => {
    if (performance.now() < silentUntil) return;
    silentUntil = performance.now() + WARN_EVERY_MS;
    log(
      `An address has ${most} connections open, and more are refused: raise MAX_CONNECTIONS_PER_ADDRESS, ` +
        'or name the address in TRUSTED_PROXIES when it is a proxy',
    );
  };
}
