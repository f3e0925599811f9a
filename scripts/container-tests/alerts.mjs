import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { run } from '../registry-packages.mjs';
import { ofKind, readManifests } from './kube-play.mjs';

const LIMIT_MS = 60_000;

/**
 * `promtool` understands the alerts of the chart and every query of its dashboard.
 *
 * @param {import('./world.mjs').World} world
 */
export function alertsParse(world) {
  if (!run('promtool', ['--version'], { timeoutMs: LIMIT_MS }).ok)
    return console.log('skipped the alerts: there is no promtool');
  const manifests = readManifests();
  const [dashboard] = Object.values(ofKind(manifests, 'ConfigMap').data);
  const queries = JSON.parse(/** @type {string} */ (dashboard)).panels.flatMap(
    (/** @type {{ id: number, targets: { refId: string, expr: string }[] }} */ { id, targets }) =>
      targets.map(({ refId, expr }) => ({
        record: `panel:${id}:${refId}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      })),
  );
  const groups = [...ofKind(manifests, 'PrometheusRule').spec.groups, { name: 'dashboard', rules: queries }];
  const file = path.join(world.scratch, 'rules.yaml');
  writeFileSync(file, stringify({ groups }));
  const { ok, output } = run('promtool', ['check', 'rules', file], { timeoutMs: LIMIT_MS });
  if (!ok) throw new Error(output);
}
