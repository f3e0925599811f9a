import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import { hasLoopbackRights } from './loopback-facts';

/** Lets genuine loopback requests through and nothing else: no credential replaces that. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(context: ExecutionContext): boolean {
    if (hasLoopbackRights(this.env, context.switchToHttp().getRequest<IncomingMessage>())) return true;
    throw new DomainError('local_only', 'This endpoint is only for a loopback client');
  }
}
