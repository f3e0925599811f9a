import { Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { ActivityModule } from '../activity/activity.module';
import { AccessModule } from '../access/access.module';
import { BackendModule } from '../backend/backend.module';
import { Env } from '../config/env';
import { FreshSettings } from '../settings/runtime-settings.service';
import { SettingsModule } from '../settings/settings.module';
import { Arrivals } from './arrivals.service';
import { GrantedSessions } from './granted-sessions.service';
import { SessionActivity } from './session-activity.service';
import { SessionAdmission } from './session-admission.service';
import { SessionCheck } from './session-check.service';
import { SessionOpening } from './session-opening.service';
import { SessionRecreation } from './session-recreation.service';
import { SessionRenewal } from './session-renewal.service';
import { SessionRenewalInterceptor } from './session-renewal.interceptor';
import { SessionsCleanupRepository } from './sessions-cleanup.repository';
import { SessionsController, StatusController } from './sessions.controller';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { StartPreparation } from './start-preparation.service';
import { SessionTokens, TOKEN_OPTIONS, loadSigningKey } from './session-tokens.service';

/** A module with a `SessionRoute` imports this one, which hands on what its guard needs. */
@Module({
  imports: [
    AccessModule,
    ActivityModule,
    BackendModule,
    SettingsModule,
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
    GrantedSessions,
    SessionActivity,
    SessionAdmission,
    SessionCheck,
    SessionOpening,
    SessionRecreation,
    SessionRenewal,
    SessionRenewalInterceptor,
    SessionsCleanupRepository,
    SessionsRepository,
    SessionsService,
    SessionTokens,
    StartPreparation,
  ],
  exports: [
    AccessModule,
    GrantedSessions,
    SessionActivity,
    SessionAdmission,
    SessionsCleanupRepository,
    SessionsService,
  ],
})
export class SessionsModule implements NestModule {
  /** Activation goes by the settings, and no session brings them up to date. */
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(FreshSettings)
      .forRoutes({ path: 'api/v2/agents/:agent_id/activate', method: RequestMethod.POST });
  }
}
