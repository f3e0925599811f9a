import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments, stringify } from 'yaml';
import { KEY } from './container.mjs';
import { freePort } from '../free-port.mjs';
import { uniqueName } from './world.mjs';

const FILE = fileURLToPath(new URL('../../deploy/helm/rendered/kube-play.yaml', import.meta.url));
const POLL_MS = 50;

/**
 * @typedef {Record<string, any>} Manifest
 * @typedef {object} Pod
 * @property {string} url where its port is published on this machine
 * @property {() => Promise<void>} ready waits for what its startup and readiness probes ask
 * @property {(seconds: number) => Promise<void>} stop by SIGTERM, as a kubelet does; fails unless it exits with 0 in time
 * @property {() => Promise<void>} kill
 * @property {() => Promise<void>} start again, after a kill
 * @property {() => Promise<void>} exit waits for its end; fails unless it ends with 0
 */

/** @returns {Manifest[]} the rendered chart, `ci/kube-play-values.yaml` */
export function readManifests() {
  return parseAllDocuments(readFileSync(FILE, 'utf8'))
    .map((each) => each.toJS())
    .filter((each) => each !== null);
}

/**
 * @param {Manifest[]} manifests
 * @param {string} kind
 * @returns {Manifest} the first
 */
export function ofKind(manifests, kind) {
  const found = manifests.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`${FILE} has no ${kind}`);
  return found;
}

/**
 * What the pods of a chart share: the claim of files, and the Secret that the chart expects.
 *
 * @param {import('./world.mjs').World} world
 * @param {Record<string, string>} secret
 */
export async function playShared(world, secret) {
  const [claim, name] = [uniqueName(), uniqueName()];
  const values = { SERVICE_SECRET_KEY: KEY, ...secret };
  const data = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
  );
  await play(world, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: claim },
    spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } },
  });
  world.atEnd(() => world.engine.run(['volume', 'rm', '--force', claim]));
  if (/^4\.[0-3]\./.test(world.engine.run(['version', '--format', '{{.Client.Version}}']))) {
    // It stores a Secret that it plays as YAML, and reads JSON.
    const file = path.join(world.scratch, `${name}.json`);
    writeFileSync(file, JSON.stringify(data));
    world.engine.run(['secret', 'create', name, file]);
  } else await play(world, { apiVersion: 'v1', kind: 'Secret', metadata: { name }, data });
  world.atEnd(() => world.engine.run(['secret', 'rm', name]));
  return { claim, secret: name };
}

/**
 * Starts one pod of the chart's Deployment, or of its Job or CronJob as a Pod.
 *
 * @param {import('./world.mjs').World} world
 * @param {Manifest} manifest
 * @param {{ claim: string, secret: string }} shared
 * @returns {Promise<Pod>}
 */
export async function playPod(world, manifest, shared) {
  const { engine } = world;
  const [name, hostPort] = [uniqueName(), await freePort()];
  const { template } = manifest.kind === 'CronJob' ? manifest.spec.jobTemplate.spec : manifest.spec;
  const spec = playable(template.spec, world.image, shared, { name, hostPort });
  const metadata = { ...manifest.metadata, name };
  const deployment = { ...manifest.spec, replicas: 1, template: { ...template, spec } };
  const output = await play(
    world,
    manifest.kind !== 'Deployment'
      ? { apiVersion: 'v1', kind: 'Pod', metadata, spec }
      : { ...manifest, metadata, spec: deployment },
  );
  const [, pod = '', container = ''] = /Pod:\n(\w+)\nContainers?:\n(\w+)/.exec(output) ?? [];
  world.atEnd(() => {
    engine.run(['pod', 'rm', '--force', '--ignore', pod]);
    // Podman makes a volume of each empty directory.
    for (const each of spec.volumes) if (each.emptyDir) engine.run(['volume', 'rm', '--force', each.name]);
  });
  const { startupProbe, readinessProbe } = template.spec.containers[0];
  const url = `http://127.0.0.1:${hostPort}`;
  return running(engine, { pod, container, url, probes: [startupProbe, readinessProbe] });
}

/**
 * @param {import('./engine.mjs').Engine} engine
 * @param {{ pod: string, container: string, url: string, probes: Manifest[] }} ids
 * @returns {Pod}
 */
function running(engine, { pod, container, url, probes }) {
  const podman = async (/** @type {string[]} */ ...args) => (await engine.runBeside(args)).stdout;
  const logs = () => podman('logs', '--tail', '40', container);
  const exit = async () => {
    const code = (await podman('wait', container)).trim();
    if (code !== '0') throw new Error(`A pod ended with ${code}: ${await logs()}`);
  };
  return {
    url,
    ready: async () => {
      for (const probe of probes) await probed(url, probe, logs);
    },
    stop: async (seconds) => {
      await podman('stop', '--time', String(seconds), container);
      await exit();
      await podman('pod', 'rm', '--force', pod);
    },
    kill: async () => void (await podman('kill', container)),
    start: async () => void (await podman('start', container)),
    exit,
  };
}

/**
 * A pod as podman can play it: with the image, the claim and the Secret of the test, on a port of this machine, and
 * without probes over HTTP, for which podman needs curl in the image. `ready` asks what they ask.
 *
 * @param {Manifest} spec
 * @param {string} image
 * @param {{ claim: string, secret: string }} shared
 * @param {{ name: string, hostPort: number }} own
 */
function playable(spec, image, shared, { name, hostPort }) {
  /** @type {Manifest} */
  const container = Object.fromEntries(
    Object.entries(spec.containers[0]).filter(([name]) => !name.endsWith('Probe')),
  );
  /** Pods share the empty directories of the same name. */
  const renamed = (/** @type {Manifest} */ each) => ({ ...each, name: `${name}-${each.name}` });
  const env = container.env.map((/** @type {Manifest} */ each) => {
    const reference = each.valueFrom?.secretKeyRef;
    return reference ? { ...each, valueFrom: { secretKeyRef: { ...reference, name: shared.secret } } } : each;
  });
  const ports = container.ports?.map((/** @type {Manifest} */ each) => ({
    ...each,
    hostPort,
    hostIP: '127.0.0.1',
  }));
  const volumes = spec.volumes
    .map(renamed)
    .map((/** @type {Manifest} */ each) =>
      each.persistentVolumeClaim ? { ...each, persistentVolumeClaim: { claimName: shared.claim } } : each,
    );
  const volumeMounts = container.volumeMounts.map(renamed);
  return {
    ...spec,
    volumes,
    containers: [{ ...container, image, env, volumeMounts, ...(ports && { ports }) }],
  };
}

/**
 * @param {import('./world.mjs').World} world
 * @param {Manifest} manifest
 */
async function play(world, manifest) {
  const file = path.join(world.scratch, `${manifest.kind}-${manifest.metadata.name}.yaml`);
  writeFileSync(file, stringify(manifest));
  const { stdout } = await world.engine.runBeside(['kube', 'play', '--network', world.network, file]);
  return stdout;
}

/**
 * @param {string} url
 * @param {Manifest} probe
 * @param {() => Promise<string>} logs
 */
async function probed(url, { httpGet, periodSeconds, failureThreshold }, logs) {
  const deadline = Date.now() + periodSeconds * failureThreshold * 1000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}${httpGet.path}`, { headers: { Connection: 'close' } }).catch(
      () => null,
    );
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await pause(POLL_MS);
  }
  throw new Error(`${url}${httpGet.path} fails: ${await logs()}`);
}
