import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../common/domain-error';
import { ERROR_TABLE } from '../common/error-table';

/**
 * Refuses pages of other origins before anything else looks at a request, as the protocol asks for. `Access-Control-Allow-Origin`
 * is in the response of every origin that may call (see `corsOptions`).
 */
@Injectable()
export class OriginRule implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (request.headers.origin === undefined || response.hasHeader('Access-Control-Allow-Origin'))
      return next();
    throw new DomainError('origin_not_allowed', ERROR_TABLE.origin_not_allowed.message);
  }
}
