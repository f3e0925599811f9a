import { Injectable, type NestMiddleware } from '@nestjs/common';
import { RuntimeSettings } from './runtime-settings.service';

/** For routes that go by settings without a session, whose look-up would bring them up to date. */
@Injectable()
export class FreshSettings implements NestMiddleware {
  constructor(private readonly settings: RuntimeSettings) {}

  async use(_request: unknown, _response: unknown, next: () => void): Promise<void> {
    await this.settings.fresh();
    next();
  }
}
