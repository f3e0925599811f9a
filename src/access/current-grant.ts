import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { HiddenProperty } from '../runtime/hidden-property';
import type { Grant } from './grant';

const grants = new HiddenProperty<Request, Grant>('current grant');

export function setCurrentGrant(request: Request, grant: Grant): void {
  grants.set(request, grant);
}

/** What the request's key or token admits to, under `ManagementRoute`; null where everything is allowed. */
export const CurrentGrant = createParamDecorator((_: unknown, context: ExecutionContext): Grant | null => {
  return grants.get(context.switchToHttp().getRequest<Request>()) ?? null;
});
