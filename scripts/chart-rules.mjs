// What a rendered chart must hold to, as far as it can be checked without a cluster.
import { schemaProblems } from './chart-schemas.mjs';

/**
 * @typedef {Record<string, string>} Labels
 * @typedef {{ name: string, value?: string, valueFrom?: { secretKeyRef?: { name?: string, key?: string } } }} Variable
 * @typedef {{ httpGet?: { path?: string, port?: string } }} Probe
 * @typedef {{ name: string, image: string, env?: Variable[], ports?: { name: string, containerPort: number }[],
 *   startupProbe?: Probe, livenessProbe?: Probe, readinessProbe?: Probe,
 *   lifecycle?: { preStop?: { exec?: { command?: string[] } } },
 *   resources?: { requests?: Labels, limits?: Labels }, volumeMounts?: { name: string, mountPath: string }[],
 *   securityContext?: { readOnlyRootFilesystem?: boolean, allowPrivilegeEscalation?: boolean,
 *     capabilities?: { drop?: string[] } } }} Container
 * @typedef {{ containers: Container[], volumes?: { name: string }[], automountServiceAccountToken?: boolean,
 *   serviceAccountName?: string, terminationGracePeriodSeconds?: number,
 *   topologySpreadConstraints?: object[], securityContext?: { runAsNonRoot?: boolean, runAsUser?: number,
 *     seccompProfile?: { type?: string } } }} PodSpec
 * @typedef {{ metadata?: { labels?: Labels }, spec: PodSpec }} Pod
 * @typedef {{ service: { name: string, port: { name: string } } }} Backend
 * @typedef {{ apiVersion: string, kind: string, metadata: { name: string, labels?: Labels, annotations?: Labels },
 *   spec: { replicas?: number, template: Pod, jobTemplate: { spec: { template: Pod } },
 *     selector: Labels & { matchLabels?: Labels }, podSelector: { matchLabels?: Labels },
 *     ports: { name: string, targetPort: string }[], scaleTargetRef: { kind: string, name: string },
 *     rules: { http: { paths: { path: string, backend: Backend }[] } }[] } }} Manifest
 */

/** What a stopping service takes at most to finish the requests under way. */
const FINISH_SECONDS = 25;
const SECRET_NAME = /SECRET|API_KEY|PASSWORD|TOKEN|ACCESS_KEY|DATABASE_URL/;
const OBJECT_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Every way in which these manifests of one release are wrong.
 *
 * @param {Manifest[]} manifests
 * @param {ReadonlySet<string>} variables that the service knows
 * @returns {string[]}
 */
export function chartProblems(manifests, variables) {
  return [
    ...schemaProblems(manifests),
    ...manifests.flatMap(identityProblems),
    ...repeated(manifests.map(title)).map((each) => `${each} is there twice`),
    ...podsOf(manifests).flatMap((each) => podProblems(each, manifests, variables)),
    ...ofKind(manifests, 'Deployment').flatMap((each) => deploymentProblems(each, manifests)),
    ...referenceProblems(manifests),
  ];
}

/** @param {Manifest} manifest */
function identityProblems(manifest) {
  const { metadata } = manifest;
  const problems = [];
  if (!OBJECT_NAME.test(metadata?.name ?? '')) problems.push(`${title(manifest)}: not a name`);
  if (metadata?.labels?.['app.kubernetes.io/instance'] === undefined) {
    problems.push(`${title(manifest)}: no label tells the release`);
  }
  return problems;
}

/**
 * @param {{ owner: string, hook: string | undefined, pod: Pod }} owned
 * @param {Manifest[]} manifests
 * @param {ReadonlySet<string>} variables
 */
function podProblems({ owner, hook, pod }, manifests, variables) {
  const { spec } = pod;
  const security = spec.securityContext;
  const accounts = ofKind(manifests, 'ServiceAccount')
    .filter((each) => hookOf(each) === hook)
    .map(({ metadata }) => metadata.name);
  const volumes = new Set((spec.volumes ?? []).map(({ name }) => name));
  return failedRules(owner, [
    ['must not run as root', security?.runAsNonRoot === true && (security.runAsUser ?? 0) > 0],
    ['must have the default seccomp profile', security?.seccompProfile?.type === 'RuntimeDefault'],
    ['must not be given a token of the cluster', spec.automountServiceAccountToken === false],
    [
      'must name a service account of the chart that is there as early',
      accounts.includes(spec.serviceAccountName ?? ''),
    ],
    ['must have one container', spec.containers.length === 1],
    ...spec.containers.flatMap((each) => containerRules(each, volumes, variables)),
  ]);
}

/**
 * @param {Container} container
 * @param {ReadonlySet<string>} volumes
 * @param {ReadonlySet<string>} variables
 * @returns {[string, boolean][]}
 */
function containerRules(container, volumes, variables) {
  const { securityContext: security, resources, volumeMounts = [], env = [] } = container;
  const mounts = volumeMounts.map(({ mountPath }) => mountPath);
  return [
    ['must not write to its image', security?.readOnlyRootFilesystem === true],
    ['must not gain rights', security?.allowPrivilegeEscalation === false],
    ['must drop all capabilities', security?.capabilities?.drop?.includes('ALL') === true],
    [
      'must name a version of its image',
      /[^/]:[\w][\w.-]*$/.test(container.image) && !/:latest$/.test(container.image),
    ],
    ['must ask for processor and memory', Boolean(resources?.requests?.cpu && resources.requests.memory)],
    ['must have a limit of memory', Boolean(resources?.limits?.memory)],
    ['must mount /data and /tmp', mounts.includes('/data') && mounts.includes('/tmp')],
    ['must mount volumes that are there', volumeMounts.every(({ name }) => volumes.has(name))],
    ['must set a variable once', repeated(env.map(({ name }) => name)).length === 0],
    ...env.flatMap((each) => variableRules(each, variables)),
  ];
}

/**
 * @param {Variable} variable
 * @param {ReadonlySet<string>} variables
 * @returns {[string, boolean][]}
 */
function variableRules({ name, value, valueFrom }, variables) {
  const reference = valueFrom?.secretKeyRef;
  return [
    [`must not set ${name}, which the service does not know`, variables.has(name)],
    [`must take ${name} from a Secret`, !SECRET_NAME.test(name) || Boolean(reference?.name && reference.key)],
    [`must give ${name} as text`, valueFrom !== undefined || typeof value === 'string'],
  ];
}

/**
 * @param {Manifest} deployment
 * @param {Manifest[]} manifests
 */
function deploymentProblems(deployment, manifests) {
  const { template, selector, replicas } = deployment.spec;
  const [container] = template.spec.containers;
  if (container === undefined) return [];
  const scaled = ofKind(manifests, 'HorizontalPodAutoscaler').length > 0;
  const scheduled = ofKind(manifests, 'CronJob').length > 0;
  const maintains = container.env?.find(({ name }) => name === 'MAINTENANCE_ENABLED')?.value;
  const migrates = container.env?.find(({ name }) => name === 'MIGRATE_ON_START')?.value;
  const before = ofKind(manifests, 'Job').some((each) => hookOf(each) === 'pre-install,pre-upgrade');
  const grace = template.spec.terminationGracePeriodSeconds ?? 0;
  return failedRules(title(deployment), [
    ['must select its own pods', selects(selector.matchLabels, template.metadata?.labels)],
    ['must leave its replicas to the autoscaler, where there is one', scaled === (replicas === undefined)],
    ['must do maintenance just where no CronJob does', maintains === String(!scheduled)],
    ['must migrate just where no Job before it does', migrates === String(!before)],
    ['must be spread', (template.spec.topologySpreadConstraints ?? []).length > 0],
    ['must have time to stop', grace >= FINISH_SECONDS + preStopSeconds(container)],
    ['must be started by /live', probes(container.startupProbe, '/live', container)],
    ['must be restarted by /live', probes(container.livenessProbe, '/live', container)],
    ['must be ready by /ready', probes(container.readinessProbe, '/ready', container)],
  ]);
}

/** @param {Container} container */
function preStopSeconds({ lifecycle }) {
  const [program, seconds] = lifecycle?.preStop?.exec?.command ?? [];
  return program === 'sleep' ? Number(seconds) : Infinity;
}

/**
 * @param {Probe | undefined} probe
 * @param {string} path
 * @param {Container} container
 */
function probes(probe, path, { ports = [] }) {
  return probe?.httpGet?.path === path && ports.some(({ name }) => name === probe.httpGet?.port);
}

/** @param {Manifest[]} manifests */
function referenceProblems(manifests) {
  const services = ofKind(manifests, 'Service');
  const deployments = ofKind(manifests, 'Deployment');
  const others = podsOf(manifests).filter(({ owner }) => !owner.startsWith('Deployment '));
  /** @param {Labels | undefined} labels */
  const selectsService = (labels) =>
    deployments.some(({ spec }) => selects(labels, spec.template.metadata?.labels)) &&
    !others.some(({ pod }) => selects(labels, pod.metadata?.labels));
  const ports = new Set(
    deployments.flatMap(({ spec }) => spec.template.spec.containers[0]?.ports ?? []).map(({ name }) => name),
  );
  /** @param {Backend} backend */
  const isThere = ({ service }) =>
    services.some(
      ({ metadata, spec }) =>
        metadata.name === service.name && spec.ports.some(({ name }) => name === service.port.name),
    );
  return [
    ...services.flatMap((each) =>
      failedRules(title(each), [
        ['must select the pods that serve, and no others', selectsService(each.spec.selector)],
        [
          'must point at ports that are there',
          each.spec.ports.every(({ targetPort }) => ports.has(targetPort)),
        ],
      ]),
    ),
    ...ofKind(manifests, 'PodDisruptionBudget').flatMap((each) =>
      failedRules(title(each), [
        ['must select the pods that serve', selectsService(each.spec.selector.matchLabels)],
      ]),
    ),
    ...policyProblems(manifests),
    ...ofKind(manifests, 'ServiceMonitor').flatMap((each) =>
      failedRules(title(each), [
        [
          'must select one Service',
          services.filter(({ metadata }) => selects(each.spec.selector.matchLabels, metadata.labels))
            .length === 1,
        ],
      ]),
    ),
    ...ofKind(manifests, 'HorizontalPodAutoscaler').flatMap((each) =>
      failedRules(title(each), [
        [
          'must scale what is there',
          deployments.some(({ metadata }) => metadata.name === each.spec.scaleTargetRef.name),
        ],
      ]),
    ),
    ...ofKind(manifests, 'Ingress').flatMap((each) =>
      failedRules(title(each), [
        [
          'must lead to Services that are there',
          each.spec.rules.every(({ http }) => http.paths.every(({ backend }) => isThere(backend))),
        ],
      ]),
    ),
  ];
}

/**
 * Where there are policies, each pod has one that is there as early as it is: hooks come before the rest.
 *
 * @param {Manifest[]} manifests
 */
function policyProblems(manifests) {
  const policies = ofKind(manifests, 'NetworkPolicy');
  if (policies.length === 0) return [];
  return podsOf(manifests).flatMap(({ owner, hook, pod }) =>
    failedRules(owner, [
      [
        'must have a NetworkPolicy',
        policies.some(
          (each) => hookOf(each) === hook && selects(each.spec.podSelector.matchLabels, pod.metadata?.labels),
        ),
      ],
    ]),
  );
}

/** @param {Manifest} manifest */
function hookOf({ metadata }) {
  return metadata.annotations?.['helm.sh/hook'];
}

/**
 * @param {string} subject
 * @param {[string, boolean][]} rules
 */
function failedRules(subject, rules) {
  return rules.filter(([, holds]) => !holds).map(([rule]) => `${subject} ${rule}`);
}

/**
 * @param {Labels | undefined} selector
 * @param {Labels | undefined} labels
 */
function selects(selector, labels) {
  const pairs = Object.entries(selector ?? {});
  return pairs.length > 0 && pairs.every(([name, value]) => labels?.[name] === value);
}

/**
 * @param {Manifest[]} manifests
 * @returns {{ owner: string, hook: string | undefined, pod: Pod }[]}
 */
function podsOf(manifests) {
  return manifests.flatMap((each) => {
    const pod = each.kind === 'CronJob' ? each.spec.jobTemplate.spec.template : each.spec?.template;
    return pod === undefined ? [] : [{ owner: title(each), hook: hookOf(each), pod }];
  });
}

/**
 * @param {Manifest[]} manifests
 * @param {string} kind
 */
function ofKind(manifests, kind) {
  return manifests.filter((each) => each.kind === kind);
}

/** @param {Manifest} manifest */
function title({ kind, metadata }) {
  return `${kind} ${metadata?.name}`;
}

/** @param {string[]} values */
function repeated(values) {
  return values.filter((each, index) => values.indexOf(each) !== index);
}
