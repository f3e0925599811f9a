// Preloaded by scripts/test.mjs. Jest runs each module again for each test file and compiles it with
// `vm.compileFunction`, which has no cache: https://github.com/nodejs/node/issues/35375. A `vm.Script` is compiled once
// per process. All test files run in the globals of the process (jest-environment.cjs), so a context is not passed on.
const vm = require('node:vm');

/** @type {Map<string, { source: string, script: vm.Script }>} */
const compiled = new Map();
const { compileFunction } = vm;

/**
 * @param {string} source
 * @param {readonly string[]} [params]
 * @param {vm.CompileFunctionOptions} [options]
 */
vm.compileFunction = (source, params = [], options = {}) => {
  const { filename } = options;
  // A dynamic import belongs to the test file that compiled the module.
  if (!filename || source.includes('import(')) {
    return compileFunction(source, params, { ...options, parsingContext: undefined });
  }
  let found = compiled.get(filename);
  if (found?.source !== source) {
    const head = `(function (${params.join()}) {`;
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    found = { source, script };
    compiled.set(filename, found);
  }
  /** @type {ReturnType<typeof compileFunction>} */
  return found.script.runInThisContext();
};
