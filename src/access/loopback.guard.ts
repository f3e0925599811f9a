import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { noteActor } from '../audit/audit-operation';
import { DomainError } from '../common/domain-error';
import { setCurrentGrant } from './current-grant';
import { demandAccess, NEEDED_ACCESS, type Access, type NeededAccess } from './grant';
import { demandOperation } from './granted-scopes';
import { Identities } from './identities.service';

/** Admits genuine loopback requests, and the console after a login that has enough access. */
@Injectable()
class LoopbackGuard implements CanActivate {
  constructor(
    private readonly identities: Identities,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.identities.hasGrant(request)) return this.admitGrant(request, context);
    if (await this.identities.mayUseLocalPages(request)) {
      noteActor(this.identities.isLocal(request) ? 'local' : 'management');
      return true;
    }
    throw new DomainError('local_only');
  }

  /** Only logins of the console: a program with a key has its own routes for the same data. */
  private async admitGrant(request: Request, context: ExecutionContext): Promise<boolean> {
    const grant = await this.identities.grantOf(request);
    if (!this.identities.isConsoleLogin(request)) demandAccess(grant, null);
    const places = [context.getHandler(), context.getClass()];
    demandOperation(grant, this.reflector.getAllAndOverride<NeededAccess>(NEEDED_ACCESS, places));
    noteActor(grant.by);
    setCurrentGrant(request, grant);
    return true;
  }
}

/**
 * Guards a handler or a controller under `api/ui` by `LoopbackGuard`. Its module imports AccessModule. `access`: what a login
 * to the console with a key or token needs; without it none is admitted. The handler asks `CurrentGrant` which agents it may
 * show.
 */
export function LocalRoute(
  access: Access | null = null,
  { scoped }: Pick<NeededAccess, 'scoped'> = {},
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(NEEDED_ACCESS, { access, scoped } satisfies NeededAccess),
    UseGuards(LoopbackGuard),
  );
}
