import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isLoopbackAddress, loopbackFacts } from '../access/loopback';
import { credentialMatches } from '../access/credentials';
import { Env } from '../config/env';
import { ProtocolError } from './protocol-error';

/** Requires the configured API key. Without one it admits all callers except foreign web pages in a local browser. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    if (this.env.BACKEND_SERVER_API_KEY === null) checkOrigin(request);
    else checkKey(request, this.env.BACKEND_SERVER_API_KEY);
    return true;
  }
}

function checkKey({ headers }: IncomingMessage, expected: string): void {
  const presented = headers['x-api-key'];
  if (typeof presented !== 'string' || presented === '') {
    throw new ProtocolError('unauthorized', 'An API key is required: send it in the x-api-key header');
  }
  if (!credentialMatches(presented, expected))
    throw new ProtocolError('forbidden', 'The API key is not valid');
}

function checkOrigin(request: IncomingMessage): void {
  const { hosts, origins } = loopbackFacts(request);
  const isLocal = isLoopbackAddress(request.socket.localAddress ?? '');
  if (origins.length === 0 && (!isLocal || hosts.every(isTrustedHost))) return;
  throw new ProtocolError(
    'forbidden',
    'Web pages need an API key: set BACKEND_SERVER_API_KEY and send it in the x-api-key header',
  );
}

const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+?)\.?)(?::\d{1,5})?$/i;
/** Zones that public DNS does not delegate. */
const INTERNAL = /\.(internal|local|localhost)$/i;

/**
 * Whether no foreign web page can send this `Host` header. Under DNS rebinding the header holds a public name: no
 * address, no name without a dot, none of an internal zone.
 */
export function isTrustedHost(host: string): boolean {
  const parts = AUTHORITY.exec(host);
  if (parts === null) return false;
  const [, address, name] = parts;
  if (address !== undefined) return isIP(address) === 6;
  return name !== undefined && (isIP(name) === 4 || !name.includes('.') || INTERNAL.test(name));
}
