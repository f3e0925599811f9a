// Jest loads each module again for each test file: a third of the processor time of a run. This runtime loads the sources
// and the packages once per process, and only the tests and their helpers for each file. So tests meet what modules of
// `src` have counted before, and cannot replace modules (`jest.mock`).
const path = require('node:path');

/** Its types hide what a runtime needs: how it resolves names and compiles files. */
const Runtime = /** @type {any} */ (require('jest-runtime')).default;

const root = path.dirname(__dirname);
const sources = path.join(root, 'src') + path.sep;
const packages = path.join(root, 'node_modules') + path.sep;

/** @param {string} file */
function isShared(file) {
  if (file.startsWith(packages)) return !/^(@?jest|expect|@agent-memory)\b/.test(file.slice(packages.length));
  return file.startsWith(sources) && !file.endsWith('spec.ts');
}

/** @type {{ transform(file: string): string }} of the test file that is loaded */
let compiler;

// Jest keeps the compiled files on disk, and knows their lines for stack traces.
require.extensions['.ts'] = (/** @type {any} */ module, /** @type {string} */ file) =>
  module._compile(compiler.transform(file), file);

class SharedModules extends Runtime {
  /**
   * @param {string} from
   * @param {string} [name]
   * @param {{ isInternalModule: boolean }} [options]
   * @param {boolean} [isActual]
   */
  requireModule(from, name, options, isActual) {
    const file = name === undefined ? from : this.fileOf(from, name);
    if (options?.isInternalModule || !isShared(file))
      return super.requireModule(from, name, options, isActual);
    compiler = this.transformCache;
    return require(file);
  }

  /**
   * @param {string} from
   * @param {string} name
   * @returns {string} its name for a module of Node
   */
  fileOf(from, name) {
    return this._resolution.isCoreModule(name) ? name : this._resolution.resolveCjs(from, name);
  }
}

module.exports = SharedModules;
