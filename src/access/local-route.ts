import { UseGuards } from '@nestjs/common';
import { LoopbackGuard } from './loopback.guard';

/**
 * Only for programs and pages on this machine; else 403, whatever credential comes with it. For a handler or a
 * controller under `api/ui`.
 */
export function LocalRoute(): MethodDecorator & ClassDecorator {
  return UseGuards(LoopbackGuard);
}
