import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { HEALTH_PATHS, pathOf } from '../common/probe-paths';
import { DueMemories } from './due-memories.service';

/**
 * Before each request but those about the process: see `DueMemories`. Before the guards, since the look-up of a session
 * tells reads whether anything was written.
 */
@Injectable()
export class DueMemoriesMiddleware implements NestMiddleware {
  constructor(private readonly due: DueMemories) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    if (!HEALTH_PATHS.has(pathOf(request.originalUrl))) await this.due.settle();
    next();
  }
}
