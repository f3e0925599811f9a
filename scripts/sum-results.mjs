// Adds up Jest's result files, and those of the same form: `node scripts/sum-results.mjs FILE...` prints `N passed, N failed`.
//
// A file that is missing stands for a run that broke off, and a suite that could not start for the tests
// it did not run: each counts as one failure, so that the sum never looks better than the run was.
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    failed += 1;
    continue;
  }
  const results = JSON.parse(readFileSync(file, 'utf8'));
  passed += results.numPassedTests;
  failed += results.numFailedTests + results.numRuntimeErrorTestSuites;
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
