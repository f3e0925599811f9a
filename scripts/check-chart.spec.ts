import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SCRIPT = resolve('scripts/check-chart.mjs');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chart-'));
  cpSync('deploy', folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

const NAME = 'memory-agent-memory-service';

/** The reported problem, and the change that causes it. */
const BROKEN: readonly [problem: string, from: string, to: string][] = [
  [
    `Deployment ${NAME} must not write to its image`,
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
  ],
  [`Deployment ${NAME} must not run as root`, 'runAsUser: 1000', 'runAsUser: 0'],
  [`Deployment ${NAME} must drop all capabilities`, '- ALL', '- NET_RAW'],
  [`Deployment ${NAME} must name a version of its image`, 'service:1.2.3', 'service:latest'],
  [`Deployment ${NAME} must have a limit of memory`, 'memory: 1536Mi', 'cpu: 1'],
  [
    `Deployment ${NAME} must not set LLM_NAME, which the service does not know`,
    'name: LLM_MODEL',
    'name: LLM_NAME',
  ],
  [`Deployment ${NAME} must take EMBEDDINGS_API_KEY from`, 'name: LLM_BASE_URL', 'name: EMBEDDINGS_API_KEY'],
  [`CronJob ${NAME}-maintenance must set a variable once`, 'name: LLM_MODEL', 'name: LLM_BASE_URL'],
  [`Deployment ${NAME} must give DATABASE_POOL_SIZE as text`, 'value: "20"', 'value: 20'],
  [`Deployment ${NAME} must mount volumes that are there`, '- name: tmp\n', '- name: temp\n'],
  [`Deployment ${NAME} must be ready by /ready`, 'path: /ready', 'path: /live'],
  [`Deployment ${NAME} must be restarted by /live`, 'livenessProbe:', 'livenessProbes:'],
  [`Deployment ${NAME} must have time to stop`, 'GracePeriodSeconds: 45', 'GracePeriodSeconds: 29'],
  [
    `Deployment ${NAME} must do maintenance`,
    'name: MAINTENANCE_ENABLED\n              value: "false"',
    'name: MAINTENANCE_ENABLED\n              value: "true"',
  ],
  [
    `Deployment ${NAME} must leave its replicas`,
    'spec:\n  # A rollout',
    'spec:\n  replicas: 2\n  # A rollout',
  ],
  [`Service ${NAME}-by-agent must point at ports`, 'targetPort: http', 'targetPort: https'],
  [
    `Service ${NAME}-by-agent must select the pods`,
    'component: service\n  ports',
    'component: maintenance\n  ports',
  ],
  [
    `Ingress ${NAME}-by-agent must lead to Services`,
    `name: ${NAME}-by-agent\n                port`,
    'name: x\n                port',
  ],
  [
    `ServiceMonitor ${NAME} must select one Service`,
    'instance: memory\n      app.kubernetes.io/component: service\n  endpoints',
    'instance: memory\n  endpoints',
  ],
  [
    `HorizontalPodAutoscaler ${NAME} must scale`,
    'kind: Deployment\n    name: memory',
    'kind: Deployment\n    name: x',
  ],
  [
    `CronJob ${NAME}-maintenance must have a NetworkPolicy`,
    'instance: memory\n  policyTypes:',
    'instance: memory\n      tier: web\n  policyTypes:',
  ],
  [
    `Job ${NAME}-migrations must have a NetworkPolicy`,
    'component: migrations\n  policyTypes',
    'tier: web\n  policyTypes',
  ],
  [
    `Job ${NAME}-migrations must name a service account`,
    'kind: ServiceAccount\nmetadata:\n  name: memory-agent-memory-service-migrations',
    'kind: ServiceAccount\nmetadata:\n  name: other',
  ],
  [
    `Deployment ${NAME} must migrate just where no Job`,
    'name: MIGRATE_ON_START\n              value: "false"',
    'name: MIGRATE_ON_START\n              value: "true"',
  ],
  [
    `CronJob ${NAME}-maintenance: no schema of a CronJob of batch/v1beta1 (Kubernetes 1.29, 1.30, 1.31, 1.32, 1.33, 1.34)`,
    'apiVersion: batch/v1',
    'apiVersion: batch/v1beta1',
  ],
  [
    `Deployment ${NAME} /spec/template/spec/serviceLinks is not a known field`,
    'enableServiceLinks',
    'serviceLinks',
  ],
  [`Ingress ${NAME} /spec/rules/0/http/paths/0 has no pathType`, 'pathType', 'pathKind'],
  [`HorizontalPodAutoscaler ${NAME} /spec/maxReplicas is not integer`, 'maxReplicas: 6', 'maxReplicas: six'],
  [
    `PodDisruptionBudget Memory: not a name`,
    `Budget\nmetadata:\n  name: ${NAME}`,
    'Budget\nmetadata:\n  name: Memory',
  ],
  [
    `Service ${NAME}-by-agent is there twice`,
    `Service\nmetadata:\n  name: ${NAME}\n`,
    `Service\nmetadata:\n  name: ${NAME}-by-agent\n`,
  ],
];

/** The reported problem, and the change of a file of deploy/cloudnative-pg that causes it. */
const BROKEN_DATABASE: readonly [problem: string, file: string, from: string, to: string][] = [
  ['Cluster memory-db must have three instances', 'cluster.yaml', 'instances: 3', 'instances: 2'],
  ['Cluster memory-db must acknowledge what is on two', 'cluster.yaml', 'number: 1', 'number: 0'],
  ['Cluster memory-db must lose nothing', 'cluster.yaml', 'required\n      #', 'preferred\n      #'],
  [
    'Cluster memory-db must promote no standby',
    'cluster.yaml',
    'failoverQuorum: true',
    'failoverQuorum: false',
  ],
  ['Cluster memory-db must archive its log', 'cluster.yaml', 'isWALArchiver: true', 'isWALArchiver: false'],
  [
    'Cluster memory-db /spec/dataChecksum is not a known field',
    'cluster.yaml',
    '  affinity:',
    '  dataChecksum: 1\n  affinity:',
  ],
  [
    'Cluster memory-db /spec/backup has no kept schema',
    'cluster.yaml',
    '  storage:',
    '  backup: {}\n  storage:',
  ],
  [
    'Cluster memory-db-restored must be restored from a store',
    'restore.yaml',
    'source: before',
    'source: other',
  ],
  ['Cluster memory-db-restored must archive', 'restore.yaml', 'isWALArchiver: true', 'isWALArchiver: false'],
  [
    'ScheduledBackup memory-db must save a Cluster',
    'backup.yaml',
    'cluster:\n    name: memory-db',
    'cluster:\n    name: other',
  ],
  [
    'ScheduledBackup memory-db must save it by the plugin',
    'backup.yaml',
    'name: barman-cloud',
    'name: barman',
  ],
  ['ScheduledBackup memory-db /spec/method', 'backup.yaml', 'method: plugin', 'method: dump'],
  [
    'ObjectStore memory-backups /spec/retentionPolicy',
    'backup.yaml',
    'retentionPolicy: 30d',
    'retentionPolicy: 30 days',
  ],
  [
    'Pooler memory-db-pooler must lead to a Cluster',
    'pooler.yaml',
    'cluster:\n    name: memory-db',
    'cluster:\n    name: other',
  ],
  [
    'Pooler memory-db-pooler must pool transactions',
    'pooler.yaml',
    'poolMode: transaction',
    'poolMode: session',
  ],
  ['Pooler memory-db-pooler must keep prepared', 'pooler.yaml', "statements: '200'", "statements: '0'"],
  [
    'Pooler memory-db-pooler must let the service',
    'pooler.yaml',
    'parameters: statement_timeout',
    'parameters: application_name',
  ],
];

/** As where there is no helm. */
function check(...flags: string[]): { status: number | null; output: string } {
  const chart = join(folder, 'helm/agent-memory-service');
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...flags, chart], {
    env: { PATH: folder },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

function change(file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe('the check of the chart, without helm', () => {
  it('finds nothing wrong with the chart', () => {
    expect(check()).toEqual({
      status: 0,
      output: expect.stringContaining('The chart is right: 5 renderings'),
    });
  });

  it.each([
    ['templates/service.yaml', 'targetPort: http', 'targetPort: https'],
    ['templates/_helpers.tpl', 'runAsUser: 1000', 'runAsUser: 0'],
    ['values.yaml', 'replicaCount: 2', 'replicaCount: 3'],
    ['ci/full-values.yaml', 'tag: 1.2.3', 'tag: 1.2.4'],
    ['values.schema.json', '"minimum": 1', '"minimum": 0'],
  ])('asks for new renderings after a change of %s', (file, from, to) => {
    change(`helm/agent-memory-service/${file}`, from, to);
    const { status, output } = check();
    expect(status).toBe(1);
    expect(output).toContain('minimal-values.yaml: the kept rendering is not of this chart');
  });

  it('misses a rendering that is not there', () => {
    rmSync(join(folder, 'helm/rendered/single.yaml'));
    expect(check()).toEqual({
      status: 1,
      output: expect.stringContaining('single-values.yaml: the kept rendering'),
    });
  });

  it('cannot render', () => {
    expect(check('--write')).toEqual({ status: 1, output: expect.stringContaining('--write needs helm') });
  });

  it('reports every rule that a rendering breaks', () => {
    for (const [, from, to] of BROKEN) change('helm/rendered/full.yaml', from, to);
    const { status, output } = check();
    expect(status).toBe(1);
    for (const [rule] of BROKEN) expect(output).toContain(`full-values.yaml: ${rule}`);
  });

  it('reports every rule that the database of CloudNativePG breaks', () => {
    for (const [, file, from, to] of BROKEN_DATABASE) change(`cloudnative-pg/${file}`, from, to);
    const { status, output } = check();
    expect(status).toBe(1);
    for (const [rule] of BROKEN_DATABASE) expect(output).toContain(`cloudnative-pg: ${rule}`);
  });
});
