import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../common/domain-error';

/** Refuses pages of other origins first of all. The header is set for every origin that may call (`corsOptions`). */
@Injectable()
export class OriginRule implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction): void {
    if (request.headers.origin === undefined || response.hasHeader('Access-Control-Allow-Origin'))
      return next();
    throw new DomainError('origin_not_allowed');
  }
}
