import 'reflect-metadata';
import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import { readEnv } from './config/env';
import { greeting } from './greeting';
import { runHttp } from './run-http';

runHttp({
  name: 'The service',
  module: AppModule,
  readEnv: () => readEnv(process.env),
  configure: configureApp,
  port: 'PORT',
  greeting,
});
