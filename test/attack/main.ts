// The attacks of `npm run test:attack` (scripts/attack.mjs), on the service that ATTACK_TARGET describes. Prints the worst
// figure of each kind, and writes the findings as JSON to ATTACK_FINDINGS.
import { writeFileSync } from 'node:fs';
import { SeededRandom } from '../support/seeded-random';
import { attackByBodies } from './body-attack';
import { attackByCredentials } from './credential-attack';
import { passes, tableOf, type Finding } from './findings';
import { attackByForgetting, attackByRaces } from './forget-attack';
import { attackByConflictStreams, attackByConnections } from './flood-attack';
import { attackByRefusals, attackGovernance } from './governance-attack';
import { attackByImports } from './import-attack';
import { LiveSampler } from './live-sampler';
import { measureSlowness } from '../support/machine-speed';
import { attackBySlowReaders, attackBySlowSenders } from './slow-client-attack';
import { attackByPlanting } from './planting-attack';
import { attackByQuotas } from './quota-attack';
import { openSession, type Target } from './target';
import { attackByConversations, attackByMemories, attackByTexts } from './text-attack';

interface Options extends Target {
  seed: number;
  seconds: number;
  /** `REQUEST_TIMEOUT_MS` of the service. */
  requestTimeoutMs: number;
}

async function attack(target: Options): Promise<Finding[]> {
  const until = Date.now() + target.seconds * 1000;
  const slowness = measureSlowness();
  const { processor, machine } = slowness;
  console.log(`Limits: processor time times ${processor.toFixed(1)}, waiting times ${machine.toFixed(1)}`);
  const sampler = new LiveSampler(target.url);
  const random = new SeededRandom(target.seed);
  const session = await openSession(target, 'attacked-by-bodies');
  const context = { target, sampler, session, random, until };
  const findings = [
    ...(await attempt('conversations', () => attackByConversations(context, slowness))),
    ...(await attempt('bodies', () => attackByBodies(context, slowness))),
    ...(await attempt('connections', () => attackByConnections(target, sampler, slowness))),
    ...(await attempt('governance', () => attackGovernance(target))),
    ...(await attempt('planting', () => attackByPlanting(target))),
    ...(await attempt('quotas', () => attackByQuotas(target))),
    ...(await attempt('races', () => attackByRaces(context))),
    ...(await attempt('forgetting', () => attackByForgetting(context, slowness))),
    ...(await attempt('credentials', () => attackByCredentials(target))),
    ...(await attempt('imports', () => attackByImports(context, slowness))),
    ...(await attempt('conflict streams', () => attackByConflictStreams(target, sampler, slowness))),
  ];
  // Both wait most of the time.
  const slow = [attempt('slow senders', () => attackBySlowSenders(target, session, target.requestTimeoutMs))];
  slow.push(...(await refusals(target)));
  const readers = await attempt('slow readers', async () => {
    const { memory, cut } = await attackBySlowReaders(target, slowness);
    slow.push(cut.then((each) => [each]));
    return [memory];
  });
  findings.push(
    ...readers,
    ...(await attempt('memories', () => attackByMemories(context, slowness))),
    ...(await attempt('texts', () => attackByTexts(context, slowness))),
    ...(await Promise.all(slow)).flat(),
  );
  const { failed } = await sampler.since(0);
  await sampler.stop();
  return [...findings, { kind: '/live without an answer of 200', worst: failed, limit: 0, unit: 'requests' }];
}

/** What is counted when the flood has ended. */
async function refusals(target: Options): Promise<Promise<Finding[]>[]> {
  const waiting: Promise<Finding[]>[] = [];
  const findings = await attempt('refusals', async () => {
    const { counted } = await attackByRefusals(target);
    waiting.push(attempt('refusals', async () => [await counted]));
    return [];
  });
  return [...waiting, Promise.resolve(findings)];
}

/** An attack that the service does not survive is a finding too, and the others go on. */
async function attempt(name: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    const by = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    return [{ kind: `${name}: broken off`, worst: 1, limit: 0, unit: 'requests', by }];
  }
}

async function run(): Promise<void> {
  const findings = await attack(JSON.parse(process.env.ATTACK_TARGET ?? '{}') as Options);
  console.log(`\n${tableOf(findings)}\n`);
  const results = findings.map((each) => ({ ...each, passed: passes(each) }));
  writeFileSync(process.env.ATTACK_FINDINGS ?? '/dev/null', JSON.stringify(results));
}

void run();
