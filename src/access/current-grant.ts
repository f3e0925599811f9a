import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { HiddenProperty } from '../runtime/hidden-property';
import type { Grant } from './grant';

const grants = new HiddenProperty<Request, Grant>('current grant');

export function setCurrentGrant(request: Request, grant: Grant): void {
  grants.set(request, grant);
}

/**
 * For handlers under `ManagementRoute`: what the key or token of the request admits to; null for a request with the
 * management credential or from this machine, which may do everything.
 */
export const CurrentGrant = createParamDecorator((_: unknown, context: ExecutionContext): Grant | null => {
  return grants.get(context.switchToHttp().getRequest<Request>()) ?? null;
});
