import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Env } from '../config/env';
import { deriveServiceKey } from '../config/service-secret';
import { ConsoleCredentials } from './console-credentials.service';
import { ConsoleLoginController } from './console-login.controller';
import { ConsoleLogoutsRepository } from './console-logouts.repository';
import { ConsoleLogins } from './console-logins.service';
import { ConsoleSessionController } from './console-session.controller';
import type { CookieSeal } from './console-session';
import { ConsoleSessions, COOKIE_SEAL } from './console-sessions.service';
import { Identities } from './identities.service';
import { KeyCheck } from './key-check.service';
import { KeyUses } from './key-uses.service';
import { KeysController } from './keys.controller';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { ManagementAccess } from './management-access.service';
import { managementCredential } from './credentials';
import { OidcTokens } from './oidc-tokens.service';
import { Operations } from './operations.service';
import { WrongCredentials } from './wrong-credentials.service';

/** A module with a guarded route imports this one, which exports what the guards need. */
@Module({
  imports: [DiscoveryModule],
  controllers: [ConsoleLoginController, ConsoleSessionController, KeysController],
  providers: [
    {
      provide: COOKIE_SEAL,
      inject: [Env],
      useFactory: async (env: Env): Promise<CookieSeal> => ({
        key: await deriveServiceKey(env, 'agent-memory-service/console-session/v1'),
        managementCredential: managementCredential(env),
      }),
    },
    ConsoleCredentials,
    ConsoleLogins,
    ConsoleLogoutsRepository,
    ConsoleSessions,
    Identities,
    KeyCheck,
    KeysRepository,
    KeysService,
    KeyUses,
    ManagementAccess,
    OidcTokens,
    Operations,
    WrongCredentials,
  ],
  exports: [Identities, ManagementAccess, WrongCredentials],
})
export class AccessModule {}
