import { Injectable, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { noteActor } from '../audit/audit-operation';
import { DomainError } from '../common/domain-error';
import { demandAccess } from './grant';
import { Identities } from './identities.service';

/** Admits genuine loopback requests, and the console after a login with the management credential. */
@Injectable()
export class LoopbackGuard implements CanActivate {
  constructor(private readonly identities: Identities) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.identities.hasGrant(request)) demandAccess(await this.identities.grantOf(request), null);
    if (await this.identities.mayUseLocalPages(request)) {
      noteActor(this.identities.isLocal(request) ? 'local' : 'management');
      return true;
    }
    throw new DomainError('local_only');
  }
}

/** Guards a handler or a controller under `api/ui` by `LoopbackGuard`. Its module imports AccessModule. */
export function LocalRoute(): MethodDecorator & ClassDecorator {
  return UseGuards(LoopbackGuard);
}
