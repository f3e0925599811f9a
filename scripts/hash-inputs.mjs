// The fingerprint of a set of source files: what decides whether a build is stale.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const derived = 'src/generated';

/**
 * Test files take no part in a build, and what is generated follows from its own inputs.
 *
 * @param {string} file relative, with forward slashes
 */
function isBuildInput(file) {
  return !file.startsWith(`${derived}/`) && !/\.(db-)?spec\.ts$/.test(file);
}

/**
 * @param {string} root
 * @param {string} input a file or a folder, relative to root; one that does not exist holds no files
 * @returns {string[]} files relative to root, with forward slashes
 */
function filesOf(root, input) {
  const stats = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [input];
  return readdirSync(path.join(root, input), { withFileTypes: true }).flatMap((entry) =>
    `${input}/${entry.name}` === derived ? [] : filesOf(root, `${input}/${entry.name}`),
  );
}

/**
 * SHA-256 (hex) over the paths and contents of all files in `inputs`. Contents and not times, because a
 * fresh clone, a restored cache or a switched branch changes times without changing a byte. The version of Node takes no
 * part: what is built is the same on each, and two versions that share a checkout would build in turn, below each other.
 *
 * @param {string} root
 * @param {string[]} inputs files and folders relative to root
 * @param {string} [salt] what else the result depends on
 */
export function hashInputs(root, inputs, salt = '') {
  const hash = createHash('sha256').update(salt);
  const files = inputs.flatMap((input) => filesOf(root, input)).filter(isBuildInput);
  for (const file of files.sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
