import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module';
import { configureApp } from '../../src/app.setup';
import { Clock } from '../../src/common/clock';
import { Env } from '../../src/config/env';
import { MaintenanceScheduleModule } from '../../src/maintenance/maintenance-schedule.module';
import { newTestStore, type TestStore } from './database';
import { TestClock } from './test-clock';

export interface TestApp {
  /** Such as `http://127.0.0.1:41234`, for supertest. */
  url: string;
  clock: TestClock;
  env: Env;
  app: NestExpressApplication;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Partial<Env>;
  clock?: TestClock;
  /** Runs on the database of another application, which is then a replica; that one's owner removes it. */
  store?: TestStore;
  /** Lets maintenance run by itself; else it runs when the test says so. */
  schedule?: boolean;
}

@Module({})
class NoSchedule {}

/** The whole service, on a fresh database and a free port of 127.0.0.1, its clock standing still. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const store = options.store ?? (await newTestStore(options.env));
  const clock = options.clock ?? new TestClock();
  store.follow?.(clock);
  const env = Object.assign(new Env(), store.env, options.env);
  const app = await createApp(env, clock, options.schedule ?? false);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    clock,
    env,
    app,
    close: async () => {
      await app.close();
      if (!options.store) await store.remove();
    },
  };
}

async function createApp(env: Env, clock: Clock, schedule: boolean): Promise<NestExpressApplication> {
  const builder = Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Env)
    .useValue(env)
    .overrideProvider(Clock)
    .useValue(clock);
  if (!schedule) builder.overrideModule(MaintenanceScheduleModule).useModule(NoSchedule);
  const module = await builder.compile();
  const app = module.createNestApplication<NestExpressApplication>({
    bodyParser: false,
    logger: ['error', 'warn'],
    forceCloseConnections: true,
  });
  configureApp(app);
  await app.listen(0, '127.0.0.1');
  return app;
}
