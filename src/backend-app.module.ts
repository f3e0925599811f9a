import { Module } from '@nestjs/common';
import { BackendServerModule } from './backend-server/backend-server.module';
import { readServerEnv } from './backend-server/server-env';
import { AppConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';

/** The backend server: the protocol on its own database, with the settings of the service but for a few. */
@Module({ imports: [AppConfigModule.forRoot(readServerEnv), DatabaseModule, BackendServerModule] })
export class BackendAppModule {}
