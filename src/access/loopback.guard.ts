import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { isLoopbackRequest } from './loopback';
import { loopbackFacts } from './loopback-facts';

/** Lets genuine loopback requests through and nothing else: no credential stands in for being there. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (isLoopbackRequest(loopbackFacts(context.switchToHttp().getRequest<IncomingMessage>()))) return true;
    throw new DomainError('local_only', 'This endpoint is only for a loopback client');
  }
}
