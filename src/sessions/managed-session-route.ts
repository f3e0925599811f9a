import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { LoopbackOrApiKeyGuard } from '../access/loopback-or-api-key.guard';
import { KEEPS_SESSION, SessionTokenGuard } from './session-token.guard';

/**
 * For a handler that ends the session: it needs management access and the session token, both, and neither
 * renews a session near its expiry nor recreates an expired one.
 */
export function ManagedSessionRoute(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(KEEPS_SESSION, true),
    UseGuards(LoopbackOrApiKeyGuard, SessionTokenGuard),
    // Schemes within one requirement are needed together; several requirements are alternatives.
    ...['session', 'session_cookie'].flatMap((session) =>
      ['management_bearer', 'management_api_key'].map((management) =>
        ApiSecurity({ [session]: [], [management]: [] }),
      ),
    ),
  );
}
