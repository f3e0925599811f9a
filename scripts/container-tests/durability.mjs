import { startContainer } from './container.mjs';
import { startLoad } from './load.mjs';

const AGENTS = 4;
/** Answers between two faults. */
const SOME = 200;

/**
 * A container that is killed and stopped under load, and one that takes its place, have every memory that was
 * acknowledged.
 *
 * @param {import('./world.mjs').World} world
 * @param {Record<string, string>} [settings]
 */
export async function keepsMemories(world, settings = {}) {
  const container = await startContainer(world, { volume: world.newVolume(), settings });
  const load = startLoad(await container.agents(AGENTS));
  await load.answered(SOME);
  await world.engine.runBeside(['kill', container.name]);
  await container.start();
  await load.answered(SOME);
  const seconds = await container.stop();
  console.log(`        stopped under load in ${seconds.toFixed(1)} s`);
  await container.start();
  await load.answered(SOME);
  await load.stop();
  await container.replace();
  await load.assertKept();
  container.remove();
}
