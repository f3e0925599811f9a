import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { type Access, KEY_SCHEME, NEEDED_ACCESS, type NeededAccess } from '../access/grant';
import { LoopbackOrApiKeyGuard } from '../access/loopback-or-api-key.guard';
import type { SessionNeeds } from './session-admission.service';
import { SessionTokenGuard } from './session-token.guard';

/**
 * Only with a session token of the path's agent, or with a key or OpenID Connect token of this access to the agent;
 * `CurrentSession` is the session. For a handler or a controller under `api/v2/agents/:agent_id`, whose module imports
 * SessionsModule. Each handler says with `Logged` what the activity log is to hold of it.
 *
 * `scoped`: the handler keeps to the scopes of a key, through the services that it gives the session; keys that are limited
 * to scopes are refused by the others. `dryRun`: the access for a dry run. The handler then calls `demandInSession` for any other run.
 */
export function SessionRoute(
  access: Access,
  { dryRun, scoped }: Omit<NeededAccess, 'access'> = {},
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    SetMetadata(NEEDED_ACCESS, { access, dryRun, scoped } satisfies SessionNeeds),
    UseGuards(SessionTokenGuard),
    ApiSecurity('session'),
    ApiSecurity('session_cookie'),
    ApiSecurity(KEY_SCHEME, [access]),
    ...(dryRun === undefined ? [] : [ApiSecurity(KEY_SCHEME, [dryRun])]),
  );
}

/**
 * For a handler that ends the session: it needs management access and the session token, both, or a key with `manage`
 * access. It neither renews a session near its expiry, nor replaces an expired one, nor opens one.
 */
export function ManagedSessionRoute(): MethodDecorator {
  return applyDecorators(
    SetMetadata(NEEDED_ACCESS, { access: 'manage', keepsSession: true } satisfies SessionNeeds),
    UseGuards(LoopbackOrApiKeyGuard, SessionTokenGuard),
    // Schemes within one requirement are needed together; several requirements are alternatives.
    ...['session', 'session_cookie'].flatMap((session) =>
      ['management_bearer', 'management_api_key'].map((management) =>
        ApiSecurity({ [session]: [], [management]: [] }),
      ),
    ),
    ApiSecurity(KEY_SCHEME, ['manage']),
  );
}
