import request from 'supertest';
import type { Env } from '../../src/config/env';
import { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import type { TestSession } from './agents';
import type { Reachable, TestApp } from './test-app';

export interface Run {
  cause: string;
  started_at: string;
  finished_at: string | null;
  agents: number;
  expired: number;
  purged: number;
  held: string[];
  errors: { task: string; agent_id: string | null; error: string }[];
}

export interface Shown {
  runs: Run[];
  next_run: string | null;
  enabled: boolean;
}

export async function shown(app: Reachable): Promise<Shown> {
  const { body } = await request(app.url).get('/api/ui/maintenance').expect(200);
  return body as Shown;
}

/** The part of /health. */
export async function health(app: TestApp): Promise<Record<string, unknown>> {
  const { body } = await request(app.url).get('/health').expect(200);
  return (body as { info: { maintenance: Record<string, unknown> } }).info.maintenance;
}

/** Runs maintenance if the schedule says so. */
export const maintain = (app: TestApp) => app.app.get(MaintenanceService).runIfDue();

/** To the next night's run, with a session of its own: the previous one expires meanwhile. */
export async function night(app: TestApp): Promise<Run | undefined> {
  app.clock.advance({ hours: 24 });
  await maintain(app);
  return (await shown(app)).runs[0];
}

export const setPolicy = (session: TestSession, policy: object) =>
  session.call('put', 'policy').send(policy).expect(200);

/** Everything that is a day old expires. */
export const DAILY = { rules: [{ name: 'daily', match: {}, expire_after: '1d' }] };

/** Before the service starts: maintenance that was last done some days ago. */
export async function maintainedLongAgo(env: Env): Promise<void> {
  const database = await PrismaService.open(env, (error) => {
    throw error;
  });
  await database.execute(sql`
    INSERT INTO maintenance_runs (cause, started_at, finished_at)
    SELECT 'install', t.at, t.at FROM (SELECT now() - interval '3 days' AS at) t`);
  await database.close();
}
