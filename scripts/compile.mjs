import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformFile } from '@swc/core';

const TEST = /\.(db-)?spec\.ts$/;

/**
 * Compiles the TypeScript files of a folder by `.swcrc`, with source maps, and copies its JSON. Tests are left out.
 *
 * @param {string} root of the project
 * @param {string} from relative to root
 * @param {string} to relative to root
 */
export async function compile(root, from, to) {
  const files = readdirSync(path.join(root, from), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !TEST.test(file));
  for (const file of files.filter((each) => each.endsWith('.json'))) {
    mkdirSync(path.join(root, to, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(root, from, file), path.join(root, to, file));
  }
  await Promise.all(sources.map((file) => compileFile(root, path.join(from, file), path.join(to, file))));
}

/**
 * @param {string} root
 * @param {string} source
 * @param {string} target of the same name
 */
async function compileFile(root, source, target) {
  const compiled = path.join(root, target.replace(/\.ts$/, '.js'));
  const map = `${compiled}.map`;
  const sourceFileName = path.relative(path.dirname(compiled), path.join(root, source));
  const output = await transformFile(path.join(root, source), { cwd: root, sourceFileName });
  mkdirSync(path.dirname(compiled), { recursive: true });
  writeFileSync(compiled, `${output.code}\n//# sourceMappingURL=${path.basename(map)}`);
  writeFileSync(map, output.map ?? '');
}
