/** The rules of published packages, without I/O. */

/** What only a checkout needs. */
const OF_THE_TREE = ['private', 'scripts', 'devDependencies', 'workspaces', 'overrides'];
const SERVICE = '@agent-memory/service';
const CLIENT = '@agent-memory/client';

/**
 * The published manifest of a package. The command line gets the service and the client of its own version: a workspace
 * cannot depend on the package at the root, so its manifest in the tree does not name them.
 *
 * @param {Record<string, any>} manifest that of the tree
 * @returns {Record<string, any>}
 */
function releasedManifest(manifest) {
  const released = Object.fromEntries(Object.entries(manifest).filter(([key]) => !OF_THE_TREE.includes(key)));
  if (manifest.name !== 'agent-memory') return released;
  const own = { [CLIENT]: manifest.version, [SERVICE]: manifest.version };
  return { ...released, dependencies: { ...own, ...manifest.dependencies } };
}

/**
 * What is wrong with a package, a sentence each.
 *
 * @param {Record<string, any>} manifest
 * @param {ReadonlyMap<string, string>} files the text of each JavaScript file, and '' for others, by path
 * @param {readonly string[]} mustHave further paths
 * @returns {string[]}
 */
function packageProblems(manifest, files, mustHave) {
  const { main = [], types = [], bin = {}, exports = {} } = manifest;
  const named = [main, types, bin, exports].flatMap(pathsIn);
  const needed = new Set([...named, ...mustHave, 'LICENSE', 'NOTICE']);
  return [
    ...(manifest.private ? ['package.json is private.'] : []),
    ...[...needed].flatMap((name) => (files.has(name) ? [] : [`${name} is missing.`])),
    ...[...files.keys()].filter(isTest).map((name) => `${name} is a test.`),
    ...[...files].flatMap(([name, text]) =>
      mapIsMissing(name, text, files) ? [`${name} names a source map that is missing.`] : [],
    ),
  ];
}

/**
 * @param {unknown} value a path, or an object whose leaves are paths
 * @returns {string[]}
 */
function pathsIn(value) {
  if (typeof value === 'string') return [value.startsWith('./') ? value.slice(2) : value];
  return Object.values(value ?? {}).flatMap(pathsIn);
}

/** @param {string} name */
function isTest(name) {
  return /[.-](?:spec|test)\.[cm]?[jt]s$/.test(name) || name.startsWith('test/') || name.includes('/test/');
}

/**
 * @param {string} name
 * @param {string} text
 * @param {ReadonlyMap<string, string>} files
 */
function mapIsMissing(name, text, files) {
  const mark = '\n//# sourceMappingURL=';
  const at = text.lastIndexOf(mark);
  if (at < 0) return false;
  const url = text.slice(at + mark.length).trim();
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return !url.startsWith('data:') && !files.has(`${folder}${url}`);
}

module.exports = { packageProblems, releasedManifest };
