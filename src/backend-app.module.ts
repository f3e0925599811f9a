import { Module } from '@nestjs/common';
import { BackendServerModule } from './backend-server/backend-server.module';
import { readServerEnv } from './backend-server/server-env';
import { AppConfigModule } from './config/config.module';
import { PersistenceModule } from './database/persistence.module';

/** The backend server: the protocol on its own database, with the settings of the service but for a few. */
@Module({ imports: [AppConfigModule.forRoot(readServerEnv), PersistenceModule, BackendServerModule] })
export class BackendAppModule {}
