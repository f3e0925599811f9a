// A transform of Jest. The module that a test file imports becomes the one that the service itself has
// (scripts/jest/service-environment.cjs).
const { createHash } = require('node:crypto');

/** @param {string} file */
const codeFor = (file) => `module.exports = requireForService(${JSON.stringify(file)});`;

module.exports = {
  /**
   * @param {string} _source
   * @param {string} file Absolute.
   */
  process: (_source, file) => ({ code: codeFor(file) }),
  /**
   * @param {string} _source
   * @param {string} file Absolute.
   */
  getCacheKey: (_source, file) => createHash('sha256').update(codeFor(file)).digest('hex'),
};
