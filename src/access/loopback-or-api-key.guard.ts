import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import { noteActor } from '../audit/audit-operation';
import { accessDenied } from './credentials';
import { setCurrentGrant } from './current-grant';
import { demandAgent, type Access, KEY_SCHEME, NEEDED_ACCESS, type NeededAccess } from './grant';
import { demandOperation } from './granted-scopes';
import { Identities } from './identities.service';

/** Admits loopback clients, the management credential, and keys or tokens with enough access; else 401 or 403. */
@Injectable()
export class LoopbackOrApiKeyGuard implements CanActivate {
  constructor(
    private readonly identities: Identities,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    if (this.identities.hasGrant(request)) return this.admitGrant(request, context);
    if (await this.identities.mayManage(request)) {
      noteActor(this.identities.isLocal(request) ? 'local' : 'management');
      return true;
    }
    throw accessDenied('management_access_denied', request.headers);
  }

  private async admitGrant(request: Request, context: ExecutionContext): Promise<boolean> {
    const grant = await this.identities.grantOf(request);
    noteActor(grant.by);
    const { agent_id: agentId } = request.params;
    if (typeof agentId === 'string') demandAgent(grant, agentId);
    const places = [context.getHandler(), context.getClass()];
    const needed = this.reflector.getAllAndOverride<NeededAccess>(NEEDED_ACCESS, places);
    demandOperation(grant, needed);
    setCurrentGrant(request, grant);
    return true;
  }
}

/**
 * Guards a handler by `LoopbackOrApiKeyGuard`. Its module imports AccessModule. `access`: what a key or token needs;
 * without it none is admitted. Where the path names no agent, the handler asks `CurrentGrant` which agents it may touch.
 */
export function ManagementRoute(
  access: Access | null = null,
  { scoped }: Pick<NeededAccess, 'scoped'> = {},
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(NEEDED_ACCESS, { access, scoped } satisfies NeededAccess),
    UseGuards(LoopbackOrApiKeyGuard),
    ApiSecurity('management_bearer'),
    ApiSecurity('management_api_key'),
    ...(access === null ? [] : [ApiSecurity(KEY_SCHEME, [access])]),
  );
}
