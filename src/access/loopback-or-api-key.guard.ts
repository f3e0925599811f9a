import type { IncomingMessage } from 'node:http';
import {
  applyDecorators,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { DomainError } from '../common/domain-error';
import { ManagementAccess } from './management-access.service';

/** Admits genuine loopback clients and holders of the management credential; else 401. */
@Injectable()
export class LoopbackOrApiKeyGuard implements CanActivate {
  constructor(private readonly access: ManagementAccess) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.access.allows(context.switchToHttp().getRequest<IncomingMessage>())) return true;
    throw new DomainError(
      'management_access_denied',
      'Management endpoints require a loopback client or a valid management credential',
    );
  }
}

/** Guards a handler or a controller by `LoopbackOrApiKeyGuard`. Its module imports AccessModule. */
export function ManagementRoute(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    UseGuards(LoopbackOrApiKeyGuard),
    ApiSecurity('management_bearer'),
    ApiSecurity('management_api_key'),
  );
}
