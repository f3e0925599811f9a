import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { BackendAppModule } from '../../src/backend-app.module';
import { configureBackendApp } from '../../src/backend-app.setup';
import { Clock } from '../../src/common/clock';
import { Env } from '../../src/config/env';
import { OwnPrototypesAdapter } from '../../src/runtime/own-prototypes.adapter';
import { newDatabaseStore, type TestStore } from './database-store';

export interface TestBackendServer {
  /** Such as `http://127.0.0.1:41234`. */
  url: string;
  env: Env;
  app: NestExpressApplication;
  close(): Promise<void>;
}

export interface TestBackendServerOptions {
  env?: Partial<Env>;
  /** The system's own unless given. */
  clock?: Clock;
  /** Runs on a database that somebody else removes. */
  store?: TestStore;
  /** 0, the default, lets the system choose. */
  port?: number;
}

/** The backend server, on a fresh database and a free port of 127.0.0.1. */
export async function startBackendServer(options: TestBackendServerOptions = {}): Promise<TestBackendServer> {
  const store = options.store ?? (await newDatabaseStore());
  const env = Object.assign(new Env(), store.env, options.env);
  const app = await createApp(env, options.clock ?? new Clock());
  await app.listen(options.port ?? 0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    env,
    app,
    close: async () => {
      await app.close();
      if (!options.store) await store.remove();
    },
  };
}

async function createApp(env: Env, clock: Clock): Promise<NestExpressApplication> {
  const module = await Test.createTestingModule({ imports: [BackendAppModule] })
    .overrideProvider(Env)
    .useValue(env)
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>(new OwnPrototypesAdapter(), {
    bodyParser: false,
    logger: ['error', 'warn'],
  });
  configureBackendApp(app);
  return app;
}
