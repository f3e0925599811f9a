import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { agentApi } from '../console-tests/plant.mjs';
import { KEY } from './container.mjs';
import { hasNginx, startIngress } from './ingress.mjs';
import { ofKind, playPod, playShared, readManifests } from './kube-play.mjs';
import { startPostgres } from './postgres.mjs';
import { freePort } from '../free-port.mjs';

const AGENTS = 12;
const POLL_MS = 50;
/** A busy machine may need minutes to start a pod. */
const LIMIT_MS = 180_000;
/** For a request to a killed pod that gets no answer, and ends by a time-out. */
const REPEAT_LIMIT_MS = 90_000;
const REPEAT_MS = 100;

/**
 * @typedef {Awaited<ReturnType<typeof agentApi>>} Api
 * @typedef {import('./kube-play.mjs').Pod} Pod
 * @typedef {Awaited<ReturnType<typeof startRelease>>} Release
 * @typedef {ReturnType<typeof startLoad>} Load
 */

/**
 * The rendered chart with `podman kube play`: replicas behind nginx with the consistent hash of the Ingress, a rollout and
 * a killed replica under load, the Job of the migrations before, and the command of the CronJob.
 *
 * @param {import('./world.mjs').World} world
 */
export async function chartServes(world) {
  const missing = world.engine.name !== 'podman' ? 'podman' : hasNginx() ? null : 'nginx';
  if (missing !== null) return console.log(`skipped the chart: it needs ${missing}`);
  const manifests = readManifests();
  const shared = await playShared(world, await startPostgres(world));
  await (await playPod(world, ofKind(manifests, 'Job'), shared)).exit();
  const release = await startRelease(world, manifests, shared);
  const apis = Array.from({ length: AGENTS }, (_, n) => agentApi(release.ingress.url, `chart-${n}`, KEY));
  const load = startLoad(await Promise.all(apis));
  try {
    await load.answered(20 * AGENTS);
    assert.equal(await indexesOf(release.pods), AGENTS, 'each index is in one replica');
    await rollOut(release, load);
    assert.deepEqual(load.failures, [], 'a rollout makes no client repeat a request');
    await killOne(release, load);
  } finally {
    await load.stop();
  }
  await load.assertKept();
  await (await playPod(world, ofKind(manifests, 'CronJob'), shared)).exit();
  assert.match(await metricsOf(release.pods[0]), /^maintenance_last_errors 0$/m);
}

/**
 * @param {import('./world.mjs').World} world
 * @param {Record<string, any>[]} manifests
 * @param {{ claim: string, secret: string }} shared
 */
async function startRelease(world, manifests, shared) {
  const deployment = ofKind(manifests, 'Deployment');
  const addPod = async () => {
    const pod = await playPod(world, deployment, shared);
    await pod.ready();
    pods.push(pod);
  };
  /** @type {Pod[]} */
  const pods = [];
  for (let n = 0; n < deployment.spec.replicas; n++) await addPod();
  const ingresses = manifests.filter(({ kind }) => kind === 'Ingress');
  const ingress = await startIngress(world, ingresses, await freePort());
  const route = (/** @type {Pod[]} */ given) => ingress.route(given.map(({ url }) => url));
  await route(pods);
  return { pods, addPod, ingress, route, ...termination(deployment) };
}

/**
 * Replaces each pod: a new one is ready before an old one stops, as the strategy of the Deployment says.
 *
 * @param {Release} release
 * @param {Load} load
 */
async function rollOut({ pods, addPod, route, preStop, grace }, load) {
  for (const old of [...pods]) {
    await addPod();
    pods.shift();
    await route(pods);
    await pause(preStop * 1000);
    await old.stop(grace - preStop);
    await load.answered(AGENTS);
  }
}

/**
 * @param {Release} release
 * @param {Load} load
 */
async function killOne({ pods: [victim, ...others], route }, load) {
  assert.ok(victim);
  await victim.kill();
  await load.answered(10 * AGENTS);
  await route(others);
  await victim.start();
  await victim.ready();
  await route([victim, ...others]);
  await load.answered(10 * AGENTS);
}

/** @param {Record<string, any>} deployment */
function termination({ spec }) {
  const { terminationGracePeriodSeconds: grace, containers } = spec.template.spec;
  const [program, seconds] = containers[0].lifecycle.preStop.exec.command;
  assert.equal(program, 'sleep');
  return { preStop: Number(seconds), grace };
}

/** @param {Pod[]} pods */
async function indexesOf(pods) {
  const texts = await Promise.all(pods.map(metricsOf));
  return texts.reduce((sum, text) => sum + Number(/^recall_indexes (\d+)$/m.exec(text)?.[1]), 0);
}

/** @param {Pod | undefined} pod */
async function metricsOf(pod) {
  const answer = await fetch(`${pod?.url}/metrics`, { headers: { Authorization: `Bearer ${KEY}` } });
  return answer.text();
}

/**
 * Remembers and recalls until its end, each agent one request after the other. As clients do, it repeats a request that
 * failed; the reference of a memory keeps it from being stored twice.
 *
 * @param {readonly Api[]} apis
 */
function startLoad(apis) {
  /** @type {[Api, string][]} */
  const stored = [];
  /** @type {string[]} */
  const failures = [];
  const state = { isOver: false, answers: 0 };
  /** @param {() => Promise<any>} call */
  const insist = async (call) => {
    for (const deadline = Date.now() + REPEAT_LIMIT_MS; ;) {
      try {
        return await call();
      } catch (error) {
        if (Date.now() > deadline) throw error;
        failures.push(`${error} ${error instanceof Error ? error.cause : ''}`);
      }
      await pause(REPEAT_MS);
    }
  };
  const work = async (/** @type {Api} */ api) => {
    for (let step = 0; !state.isOver; step++) {
      const memory = {
        content: `The team moved to room ${step}.`,
        source_ref: `chart:${step}`,
        upsert: true,
      };
      const { memory_id: id } = await insist(() => api('remember', memory));
      stored.push([api, id]);
      const { memories } = await insist(() => api('recall', { query: `room ${step}`, limit: 5 }));
      assert.ok(memories.some((/** @type {{ id: string }} */ each) => each.id === id));
      state.answers += 2;
    }
  };
  const working = Promise.all(apis.map(work));
  return {
    failures,
    /** @param {number} more answers to wait for */
    answered: async (more) => {
      const wanted = state.answers + more;
      const deadline = Date.now() + LIMIT_MS;
      while (state.answers < wanted) {
        assert.ok(Date.now() < deadline, `${state.answers} answers instead of ${wanted}`);
        await Promise.race([working, pause(POLL_MS)]);
      }
    },
    stop: async () => {
      state.isOver = true;
      await working;
    },
    assertKept: async () => {
      assert.equal(new Set(stored.map(([, id]) => id)).size, stored.length, 'no memory was stored twice');
      const left = [...stored];
      const check = async () => {
        for (let each = left.pop(); each !== undefined; each = left.pop()) {
          const [api, id] = each;
          assert.equal((await api(`memories/${id}`)).id, id);
        }
      };
      await Promise.all(apis.map(check));
    },
  };
}
