// Adds up Jest's result files, and those of the same form: `node scripts/sum-results.mjs FILE...` prints the failed tests
// with the beginning of each message, then `N passed, N failed`.
//
// A file that is missing stands for a run that broke off, and a suite that could not start for the tests
// it did not run: each counts as one failure, so that the sum never looks better than the run was.
import { existsSync, readFileSync } from 'node:fs';

const MESSAGE_LINES = 12;
/** The output of a run may be cut: its end has to be short. */
const PRINTED_TESTS = 20;

let passed = 0;
let failed = 0;
/** @type {string[]} */
const reports = [];

for (const file of process.argv.slice(2)) {
  if (!existsSync(file)) {
    failed += 1;
    continue;
  }
  const results = JSON.parse(readFileSync(file, 'utf8'));
  passed += results.numPassedTests;
  failed += results.numFailedTests + results.numRuntimeErrorTestSuites;
  reports.push(...(results.testResults ?? []).flatMap(failuresOf));
}

for (const report of reports.slice(0, PRINTED_TESTS)) console.log(report);
if (reports.length > PRINTED_TESTS) console.log(`and ${reports.length - PRINTED_TESTS} more`);

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/**
 * @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 */
function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed');
  const title = `FAILED: ${name.replace(`${process.cwd()}/`, '')}`;
  if (tests.length === 0) return status === 'failed' ? [`${title}\n${beginningOf(message)}`] : [];
  return tests.map((test) => `${title}: ${test.fullName}\n${beginningOf(test.failureMessages.join('\n'))}`);
}

/** @param {string} text */
function beginningOf(text) {
  const lines = text.split('\n').slice(0, MESSAGE_LINES);
  return lines.map((line) => `    ${line.slice(0, 200)}`).join('\n');
}
