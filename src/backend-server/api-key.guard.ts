import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isLoopbackAddress, loopbackFacts } from '../access/loopback';
import { credentialMatches } from '../access/management-credential';
import { Env } from '../config/env';
import { ProtocolError } from './protocol-error';
import { isTrustedHost } from './trusted-host';

/**
 * Lets clients with the key through. Where none is configured everyone may call, but for pages of elsewhere in a
 * browser on this machine.
 */
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
  throw new ProtocolError('forbidden', 'Not for pages in a browser: set BACKEND_SERVER_API_KEY, and send it');
}
