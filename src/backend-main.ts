import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { BackendAppModule } from './backend-app.module';
import { configureBackendApp } from './backend-app.setup';
import { readServerEnv } from './backend-server/server-env';
import { PACKAGE } from './config/package';
import { reachableUrl } from './greeting';
import { runHttp } from './run-http';

runHttp({
  name: 'The backend server',
  module: BackendAppModule,
  readEnv: () => readServerEnv(process.env),
  configure: configureBackendApp,
  port: 'BACKEND_SERVER_PORT',
  greeting,
});

function greeting(address: AddressInfo): string {
  const url = reachableUrl(address);
  return `
${PACKAGE.name} ${PACKAGE.version}: the backend server is listening on ${url}

A service uses it with:
  BACKEND_MODE=on-prem BACKEND_URL=${url} npm start

`;
}
