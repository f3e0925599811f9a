import { applyDecorators, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { SessionTokenGuard } from './session-token.guard';

/**
 * Only with a session token of the path's agent; `CurrentSession` is its session. For a handler or a
 * controller under `api/v2/agents/:agent_id`, whose module imports SessionsModule. Each handler says with
 * `Logged` what the activity log is to hold of it.
 */
export function SessionRoute(): MethodDecorator & ClassDecorator {
  return applyDecorators(UseGuards(SessionTokenGuard), ApiSecurity('session'), ApiSecurity('session_cookie'));
}
