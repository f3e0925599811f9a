// What the database of deploy/cloudnative-pg must hold to, as far as it can be checked without a cluster.
import { schemaProblems } from './chart-schemas.mjs';

const PLUGIN = 'barman-cloud.cloudnative-pg.io';

/**
 * @typedef {{ name: string, isWALArchiver?: boolean, parameters: Record<string, string> }} Plugin
 * @typedef {{ apiVersion: string, kind: string, metadata: { name: string }, spec: {
 *   instances?: number, plugins?: Plugin[], cluster?: { name: string }, pluginConfiguration?: { name: string },
 *   bootstrap?: { recovery?: { source: string } }, externalClusters?: { name: string, plugin: Plugin }[],
 *   postgresql?: { synchronous?: { number: number, dataDurability?: string, failoverQuorum?: boolean } },
 *   pgbouncer?: { poolMode?: string, parameters?: Record<string, string> } } }} Manifest
 */

/**
 * Every way in which these manifests are wrong.
 *
 * @param {Manifest[]} manifests
 * @returns {string[]}
 */
export function databaseProblems(manifests) {
  /** @param {string} kind */
  const ofKind = (kind) => manifests.filter((each) => each.kind === kind);
  /** @param {string} kind @param {string | undefined} name */
  const isThere = (kind, name) => ofKind(kind).some(({ metadata }) => metadata.name === name);
  /** @param {Plugin | undefined} plugin */
  const isStored = (plugin) =>
    plugin?.name === PLUGIN && isThere('ObjectStore', plugin.parameters.barmanObjectName);
  return [
    ...schemaProblems(manifests),
    ...ofKind('Cluster').flatMap((each) => {
      const { instances, plugins = [], postgresql, bootstrap, externalClusters = [] } = each.spec;
      const synchronous = postgresql?.synchronous;
      const from = externalClusters.find(({ name }) => name === bootstrap?.recovery?.source)?.plugin;
      return broken(each, [
        ['must have three instances', instances === 3],
        ['must acknowledge what is on two of them', (synchronous?.number ?? 0) > 0],
        ['must lose nothing it acknowledged', synchronous?.dataDurability === 'required'],
        ['must promote no standby that may lack something', synchronous?.failoverQuorum === true],
        ['must archive its log', plugins.some((plugin) => plugin.isWALArchiver === true && isStored(plugin))],
        ['must be restored from a store that is there', bootstrap?.recovery === undefined || isStored(from)],
        ['must be restored from a Cluster', !from || isThere('Cluster', from.parameters.serverName)],
      ]);
    }),
    ...ofKind('ScheduledBackup').flatMap((each) =>
      broken(each, [
        ['must save a Cluster', isThere('Cluster', each.spec.cluster?.name)],
        ['must save it by the plugin', each.spec.pluginConfiguration?.name === PLUGIN],
      ]),
    ),
    ...ofKind('Pooler').flatMap((each) => poolerProblems(each, isThere('Cluster', each.spec.cluster?.name))),
  ];
}

/**
 * @param {Manifest} pooler
 * @param {boolean} hasCluster
 */
function poolerProblems(pooler, hasCluster) {
  const { poolMode, parameters = {} } = pooler.spec.pgbouncer ?? {};
  const ignored = parameters.ignore_startup_parameters?.split(',') ?? [];
  return broken(pooler, [
    ['must lead to a Cluster', hasCluster],
    ['must pool transactions', poolMode === 'transaction'],
    ['must keep prepared statements', Number(parameters.max_prepared_statements) >= 200],
    ['must let the service send statement_timeout', ignored.includes('statement_timeout')],
  ]);
}

/**
 * @param {Manifest} manifest
 * @param {[string, boolean][]} rules
 */
function broken({ kind, metadata }, rules) {
  return rules.filter(([, holds]) => !holds).map(([rule]) => `${kind} ${metadata.name} ${rule}`);
}
