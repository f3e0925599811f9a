import {
  createParamDecorator,
  Injectable,
  type CanActivate,
  type ExecutionContext,
  type NestMiddleware,
} from '@nestjs/common';
import type { Request, Response, NextFunction } from 'express';
import { DomainError } from '../common/domain-error';
import { HiddenProperty } from '../runtime/hidden-property';
import { McpAdmission, type McpCaller } from './mcp-admission.service';

const callers = new HiddenProperty<Request, McpCaller>('mcp caller');

/** Lets a request through that has an identity; its body is read afterwards (docs/adr/0022). */
@Injectable()
export class McpAccessGuard implements CanActivate {
  constructor(private readonly admission: McpAdmission) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    callers.set(request, await this.admission.admit(request, http.getResponse<Response>()));
    return true;
  }
}

/** For handlers under `McpAccessGuard`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): McpCaller => {
  const caller = callers.get(context.switchToHttp().getRequest<Request>());
  if (caller === undefined) throw new TypeError('CurrentCaller is for handlers under McpAccessGuard');
  return caller;
});

/** Refuses pages of other origins first of all. The header is set for every origin that may call (`corsOptions`). */
@Injectable()
export class OriginRule implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (request.headers.origin === undefined || response.hasHeader('Access-Control-Allow-Origin'))
      return next();
    throw new DomainError('origin_not_allowed');
  }
}
