import assert from 'node:assert/strict';
import { importOld } from '../console-tests/plant.mjs';
import { KEY, startContainer } from './container.mjs';
import { subjectOf, startLoad } from './load.mjs';

const LIMIT = '512m';
const AGENTS = 20;
const ANSWERS = 3_000;
const DAY_MS = 86_400_000;

/**
 * A container with 512 MB is not killed while it imports memories and answers the mixed load.
 *
 * @param {import('./world.mjs').World} world
 * @param {{ memories: number, settings?: Record<string, string> }} options `memories`: of each agent
 */
export async function staysBelowLimit(world, { memories, settings = {} }) {
  const volume = world.newVolume();
  const options = ['--memory', LIMIT, '--memory-swap', LIMIT];
  const container = await startContainer(world, { volume, settings, options });
  const agents = await container.agents(AGENTS);
  for (let n = 0; n < AGENTS; n++) {
    const aged = Array.from({ length: memories }, (_, m) => ({
      content: `Note ${n}-${m} about the ${subjectOf(m)}.`,
      type: 'fact',
      ageMs: DAY_MS,
    }));
    await importOld(container.url, `agent-${n}`, aged, KEY);
  }
  const load = startLoad(agents);
  await load.answered(ANSWERS);
  await load.stop();
  await load.assertKept();
  const [{ RestartCount, State }] = JSON.parse(world.engine.run(['container', 'inspect', container.name]));
  assert.deepEqual([State.Running, State.OOMKilled, RestartCount], [true, false, 0]);
  const used = world.engine.run(['stats', '--no-stream', '--format', '{{.MemUsage}}', container.name]);
  console.log(`        ${AGENTS} agents of ${memories} memories: ${used.split('\n')[0]}`);
  await container.stop();
  container.remove();
}
