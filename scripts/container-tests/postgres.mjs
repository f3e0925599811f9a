import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../registry-packages.mjs';
import { removeContainer } from './container.mjs';
import { findPostgres } from './images.mjs';
import { uniqueName } from './world.mjs';

const START_LIMIT_MS = 180_000;
const POLL_MS = 100;

/**
 * Starts a PostgreSQL server on the network of the run, which is removed at its end.
 *
 * @param {import('./world.mjs').World} world
 * @returns {Promise<Record<string, string>>} the settings with which a service uses its database
 */
export async function startPostgres(world) {
  const { engine, network } = world;
  const name = uniqueName();
  const variables = { POSTGRES_USER: 'memory', POSTGRES_PASSWORD: 'memory', POSTGRES_DB: 'memory' };
  world.atEnd(() => removeContainer(engine, name));
  engine.run([
    ...['run', '--detach', '--name', name, '--network', network],
    ...['--volume', `${world.newVolume()}:/var/lib/postgresql/data`],
    ...Object.entries(variables).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    findPostgres(world),
  ]);
  const question = ['exec', name, 'pg_isready', '--username=memory', '--dbname=memory', '--host=127.0.0.1'];
  const deadline = Date.now() + START_LIMIT_MS;
  while (!run(engine.name, question, { timeoutMs: START_LIMIT_MS }).ok) {
    if (Date.now() > deadline) throw new Error(engine.run(['logs', '--tail', '20', name]));
    await pause(POLL_MS);
  }
  return { DATABASE_URL: `postgresql://memory:memory@${name}:5432/memory` };
}
