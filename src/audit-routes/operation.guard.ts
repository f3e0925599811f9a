import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { duringOperation, runningOperation } from '../audit/audit-operation';

/**
 * Begins the operation of a request, which its handler names later. Install it after all handlers that let requests wait
 * for each other: these call on from other requests.
 */
export function nameOperations(_request: Request, _response: Response, next: NextFunction): void {
  duringOperation({ operation: null, actor: null }, next);
}

/** Names the operation of a request as the API document does: after the method of its controller. */
export class OperationGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const running = runningOperation();
    if (running) running.operation = context.getHandler().name;
    return true;
  }
}
