import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { BackendAppModule } from './backend-app.module';
import { configureBackendApp } from './backend-app.setup';
import { readServerEnv } from './backend-server/server-env';
import type { Env } from './config/env';
import { PACKAGE } from './config/package';
import { reachableUrl } from './greeting';
import { runHttp } from './run-http';

runHttp({
  name: 'The backend server',
  service: `${PACKAGE.name}-backend`,
  module: BackendAppModule,
  readEnv: () => readServerEnv(process.env),
  configure: configureBackendApp,
  port: 'BACKEND_SERVER_PORT',
  greeting,
});

function greeting(address: AddressInfo, { BACKEND_SERVER_API_KEY }: Env): string {
  const url = reachableUrl(address);
  const [mode, key] =
    BACKEND_SERVER_API_KEY === null
      ? ['on-prem', '']
      : ['cloud', ' BACKEND_API_KEY=<BACKEND_SERVER_API_KEY>'];
  return `
${PACKAGE.name} ${PACKAGE.version}: the backend server is listening on ${url}

A service uses it with:
  BACKEND_MODE=${mode} BACKEND_URL=${url}${key} npm start

`;
}
