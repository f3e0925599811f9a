import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { AccessModule } from '../access/access.module';
import { BackendModule } from '../backend/backend.module';
import { Env } from '../config/env';
import { Arrivals } from './arrivals.service';
import { SessionAdmission } from './session-admission.service';
import { SessionOpening } from './session-opening.service';
import { SessionRecreation } from './session-recreation.service';
import { SessionRenewal } from './session-renewal.service';
import { SessionRules } from './session-rules.service';
import { SessionsController } from './sessions.controller';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { SessionTokens, TOKEN_OPTIONS } from './session-tokens.service';
import { loadSigningKey } from './signing-key';
import { StatusController } from './status.controller';

/** A module with a `SessionRoute` imports this one, which hands on what its guard needs. */
@Module({
  imports: [
    AccessModule,
    BackendModule,
    JwtModule.registerAsync({
      inject: [Env],
      useFactory: async (env: Env) => ({
        secret: await loadSigningKey(env),
        signOptions: { ...TOKEN_OPTIONS.signOptions },
        verifyOptions: { algorithms: [...TOKEN_OPTIONS.verifyOptions.algorithms] },
      }),
    }),
  ],
  controllers: [SessionsController, StatusController],
  providers: [
    Arrivals,
    SessionAdmission,
    SessionOpening,
    SessionRecreation,
    SessionRenewal,
    SessionRules,
    SessionsRepository,
    SessionsService,
    SessionTokens,
  ],
  exports: [AccessModule, SessionAdmission, Arrivals],
})
export class SessionsModule {}
