import { Global, Module } from '@nestjs/common';
import { BackendServerModule } from './backend-server/backend-server.module';
import { readServerEnv } from './backend-server/server-env';
import { Clock } from './common/clock';
import { ProcessState } from './common/process-state';
import { Env } from './config/env';
import './config/env-file';
import { PersistenceModule } from './database/persistence.module';

/** Settings and clock of the service, with the differences of the server. */
@Global()
@Module({
  providers: [{ provide: Env, useFactory: () => readServerEnv(process.env) }, Clock, ProcessState],
  exports: [Env, Clock, ProcessState],
})
class ServerConfigModule {}

/** The backend server: the protocol on its own database. */
@Module({ imports: [ServerConfigModule, PersistenceModule, BackendServerModule] })
export class BackendAppModule {}
