import type { AddressInfo } from 'node:net';
import { Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module';
import { configureApp } from '../../src/app.setup';
import { Clock } from '../../src/common/clock';
import { Env } from '../../src/config/env';
import { LinkFindingModule } from '../../src/links/link-finding.module';
import { MaintenanceScheduleModule } from '../../src/maintenance/maintenance-schedule.module';
import { OwnPrototypesAdapter } from '../../src/runtime/own-prototypes.adapter';
import { newTestStore, type TestStore } from './database';
import { REPLICAS } from './kind-of-run';
import { ReplicaProxy } from './replica-proxy';
import { TestClock } from './test-clock';

export interface TestApp {
  /** Such as `http://127.0.0.1:41234`, for supertest. */
  url: string;
  clock: TestClock;
  env: Env;
  app: NestExpressApplication;
  /** `app`, and with TEST_REPLICAS the others of its kind, which take turns in answering. */
  replicas: readonly NestExpressApplication[];
  close(): Promise<void>;
}

/** Anything that answers as the service does. */
export type Reachable = Pick<TestApp, 'url'>;

export interface TestAppOptions {
  env?: Partial<Env>;
  clock?: TestClock;
  /** Runs on the database of another application, which is then a replica; that one's owner removes it. */
  store?: TestStore;
  /** Lets maintenance run by itself; else it runs when the test says so. */
  schedule?: boolean;
  /** Lets links be found in the background; else only requests find them. */
  finding?: boolean;
  /** One process also with TEST_REPLICAS: the test says why. */
  alone?: boolean;
}

@Module({})
class NoSchedule {}

@Module({})
class NoFinding {}

/**
 * The whole service, on a fresh database and a free port of 127.0.0.1, its clock standing still. With TEST_REPLICAS
 * there are so many of it, behind a proxy that gives each request to the next one.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const store = options.store ?? (await newTestStore(options.env));
  const clock = options.clock ?? new TestClock();
  store.follow?.(clock);
  const env = Object.assign(new Env(), store.env, options.env);
  const count = options.alone === true ? 1 : REPLICAS;
  const replicas = await startReplicas(count, () => createApp(env, clock, options, count > 1));
  const urls = replicas.map(urlOf);
  const proxy = replicas.length > 1 ? await ReplicaProxy.start(urls) : null;
  return {
    url: proxy?.url ?? urlOf(replicas[0]),
    clock,
    env,
    app: replicas[0],
    replicas,
    close: async () => {
      await proxy?.close();
      await Promise.all(replicas.map((each) => each.close()));
      if (!options.store) await store.remove();
    },
  };
}

/** An application that is started before the tests of the file or the group, and closed after them. */
export function useTestApp(options?: TestAppOptions): TestApp {
  const app = {} as TestApp;
  beforeAll(async () => {
    Object.assign(app, await startTestApp(options));
  });
  afterAll(() => app.close());
  return app;
}

type AtLeastOne<T> = [T, ...T[]];

/** All, or none and the first failure. One after the other, so that none holds up what another waits for. */
async function startReplicas(
  count: number,
  start: () => Promise<NestExpressApplication>,
): Promise<AtLeastOne<NestExpressApplication>> {
  const started: AtLeastOne<NestExpressApplication> = [await start()];
  try {
    while (started.length < count) started.push(await start());
  } catch (error) {
    await Promise.all(started.map((each) => each.close()));
    throw error;
  }
  return started;
}

function urlOf(app: NestExpressApplication): string {
  return `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
}

async function createApp(
  env: Env,
  clock: Clock,
  { schedule = false, finding = false }: TestAppOptions,
  behindProxy: boolean,
): Promise<NestExpressApplication> {
  const builder = Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Env)
    .useValue(env)
    .overrideProvider(Clock)
    .useValue(clock);
  if (!schedule) builder.overrideModule(MaintenanceScheduleModule).useModule(NoSchedule);
  if (!finding) builder.overrideModule(LinkFindingModule).useModule(NoFinding);
  const module = await builder.compile();
  const app = module.createNestApplication<NestExpressApplication>(new OwnPrototypesAdapter(), {
    bodyParser: false,
    logger: ['error', 'warn'],
  });
  configureApp(app);
  // A connection then is a request, and the proxy gives each to the next replica.
  if (behindProxy) app.getHttpServer().maxRequestsPerSocket = 1;
  await app.listen(0, '127.0.0.1');
  return app;
}
