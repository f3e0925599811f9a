// `npm run test:containers`: builds the image with Docker or podman, and runs it. `-- PATTERN` runs the parts whose names
// contain it; TEST_IMAGE names an image to use in place of one built from this checkout.
//
// Ends with 75 and a line that says why where neither engine runs, or the image's base can neither be pulled nor made.
import { performance } from 'node:perf_hooks';
import { alertsParse } from './container-tests/alerts.mjs';
import { chartServes } from './container-tests/chart.mjs';
import { composeKeepsMemories } from './container-tests/compose.mjs';
import { keepsMemories } from './container-tests/durability.mjs';
import { startPostgres } from './container-tests/postgres.mjs';
import { hardened, properties, startsQuickly } from './container-tests/image.mjs';
import { staysBelowLimit } from './container-tests/memory.mjs';
import { upgradesBoth } from './container-tests/upgrade.mjs';
import { openWorld } from './container-tests/world.mjs';

/** @type {[string, (world: import('./container-tests/world.mjs').World) => unknown][]} */
const parts = [
  ['image: user 1000, no secret in a layer, small, with its bill of materials', properties],
  ['image: reads files and serves pages without capabilities on a read-only root', hardened],
  ['embedded: starts again quickly', startsQuickly],
  ['embedded: keeps memories over a kill, a stop and a new container', (world) => keepsMemories(world)],
  [
    'PostgreSQL: keeps memories over a kill, a stop and a new container',
    async (world) => keepsMemories(world, await startPostgres(world)),
  ],
  ['embedded: needs less than 512 MB', (world) => staysBelowLimit(world, { memories: 500 })],
  [
    'PostgreSQL: needs less than 512 MB',
    async (world) => staysBelowLimit(world, { memories: 5_000, settings: await startPostgres(world) }),
  ],
  [
    'compose: keeps memories over a restart of the database, down and up',
    (world) => composeKeepsMemories(world, ''),
  ],
  [
    'compose with the backend: keeps memories over restarts, down and up',
    (world) => composeKeepsMemories(world, 'backend'),
  ],
  ['upgrade: from the image before the newest migration', upgradesBoth],
  // A busy machine may pass a limit of time by chance; a fault passes it twice.
  [
    'chart: a rollout and a killed replica under load, and the CronJob',
    (world) =>
      chartServes(world).catch((error) => {
        console.log(`again   ${error}`);
        return chartServes(world);
      }),
  ],
  ['chart: promtool understands the alerts and the dashboard', alertsParse],
];

const begun = performance.now();
const world = openWorld();
console.log(`uses    ${world.image} by ${world.engine.name} (${seconds(begun)} s)`);
const chosen = parts.filter(([name]) => name.includes(process.argv[2] ?? ''));
const failures = [];
for (const [name, run] of chosen) {
  const start = performance.now();
  try {
    await run(world);
    console.log(`passed  ${name} (${seconds(start)} s)`);
  } catch (error) {
    if (/** @type {any} */ (error).unreachable) {
      console.log(`SKIPPED ${name}: a registry cannot be reached`);
      continue;
    }
    console.log(`FAILED  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : error}`);
    failures.push(name);
  }
}
console.log(`${chosen.length - failures.length} of ${chosen.length} parts passed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** @param {number} since */
function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
