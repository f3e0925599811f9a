import type { IncomingMessage } from 'node:http';
import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import { hasLoopbackRights } from './loopback';

/** Admits genuine loopback requests only: no credential replaces that. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  constructor(private readonly env: Env) {}

  canActivate(context: ExecutionContext): boolean {
    if (hasLoopbackRights(this.env, context.switchToHttp().getRequest<IncomingMessage>())) return true;
    throw new DomainError('local_only', 'This endpoint is only for a loopback client');
  }
}

/** Guards a handler or a controller under `api/ui` by `LoopbackGuard`. */
export function LocalRoute(): MethodDecorator & ClassDecorator {
  return UseGuards(LoopbackGuard);
}
