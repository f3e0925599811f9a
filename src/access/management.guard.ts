import type { IncomingMessage } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { ManagementAccess } from './management-access.service';

@Injectable()
export class ManagementGuard implements CanActivate {
  constructor(private readonly access: ManagementAccess) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.access.allows(context.switchToHttp().getRequest<IncomingMessage>())) return true;
    throw new DomainError(
      'management_access_denied',
      'Management endpoints require a loopback client or a valid management credential',
    );
  }
}
