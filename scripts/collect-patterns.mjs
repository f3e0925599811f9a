// Finds the regular expressions of a folder of TypeScript: those written as literals, and those that its modules
// build with the RegExp constructor while they load.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * @typedef {{ place: string, source: string, flags: string }} Pattern `place`: file and line.
 * @typedef {{ file: string, literals: Pattern[], calls: number[], imports: string[] }} Module `calls`: the lines
 *   that call the RegExp constructor.
 */

/**
 * @param {string} folder
 * @returns {{ patterns: Pattern[], unseen: string[] }} `unseen`: calls that built no pattern while the modules loaded.
 */
export function collectPatterns(folder) {
  const modules = sourceFiles(folder).map(readModule);
  const built = builtPatterns(folder, modules);
  const seen = new Set(built.map(({ site }) => site));
  const calls = modules.flatMap(({ file, calls: lines }) => lines.map((line) => `${file}:${line}`));
  return {
    patterns: [
      ...modules.flatMap(({ literals }) => literals),
      ...built.map(({ site, caller, source, flags }) => ({
        place: relative(caller.startsWith(path.resolve(folder)) ? caller : site),
        source,
        flags,
      })),
    ],
    unseen: calls.filter((call) => !seen.has(call)).map(relative),
  };
}

/** @param {string} folder */
function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d|[.-]spec)\.ts$/.test(file) && !file.startsWith('generated'))
    .sort()
    .map((file) => path.resolve(folder, file));
}

/**
 * @param {string} file
 * @returns {Module}
 */
function readModule(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {Module} */
  const found = { file, literals: [], calls: [], imports: [] };
  /** @param {ts.Node} node */
  const visit = (node) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.literals.push({ place: relative(`${file}:${line}`), source, flags });
    }
    if (isConstructorCall(node)) found.calls.push(line);
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
      found.imports.push(path.resolve(path.dirname(file), `${node.moduleSpecifier.text}.ts`));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** @param {ts.Node} node */
function isConstructorCall(node) {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

/**
 * Loads the modules that call the constructor, and those that import them, since a helper builds patterns for these.
 * @param {string} folder
 * @param {Module[]} modules
 * @returns {{ site: string, caller: string, source: string, flags: string }[]}
 */
function builtPatterns(folder, modules) {
  const builders = new Set(modules.filter(({ calls }) => calls.length > 0).map(({ file }) => file));
  const loaded = modules.filter(
    ({ file, imports }) => builders.has(file) || imports.some((each) => builders.has(each)),
  );
  if (loaded.length === 0) return [];
  const script = path.join(import.meta.dirname, 'built-patterns.cjs');
  const output = execFileSync(
    process.execPath,
    ['-r', '@swc-node/register', script, path.resolve(folder), ...loaded.map(({ file }) => file)],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return JSON.parse(output.slice(output.lastIndexOf('\n', output.length - 2) + 1));
}

/** @param {string} place */
function relative(place) {
  return path.relative(process.cwd(), place);
}
