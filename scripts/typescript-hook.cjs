// Lets this process, and the worker threads and child processes that inherit its `--require`, load .ts files.
// `@swc-node/register` does so too, but loads the TypeScript compiler first: a third of a second of every thread,
// and the tests start hundreds.

// Here, and not where it is used: a native library that only a worker thread loaded is unloaded with the thread,
// under the threads of its own, and the process crashes.
const { transformFileSync } = require('@swc/core');

/**
 * @param {NodeModule} module
 * @param {string} file
 */
require.extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, { sourceMaps: 'inline' });
  /** @type {NodeModule & { _compile(code: string, file: string): void }} */ (module)._compile(code, file);
};
