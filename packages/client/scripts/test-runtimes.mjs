// `npm run check -- client-runtimes`: the packed client in Deno, Bun and Chromium, against the service.
//
// Deno and Bun come from the npm registry, into node_modules/.cache. Ends with 75, and a line that says why, where one of
// them cannot run.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser } from '../../../scripts/browser.mjs';
import { ensureBuild } from '../../../scripts/build-if-stale.mjs';
import { startService } from '../../../scripts/fuzz-service.mjs';
import { run, SKIPPED } from '../../../scripts/registry-packages.mjs';
import { installCached } from './cached-packages.mjs';
import { pack, unpackInto } from './pack.mjs';

const RUNTIMES = { deno: '2.9.6', bun: '1.4.5' };
const LIMIT_MS = 120_000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const work = mkdtempSync(path.join(tmpdir(), 'client-runtimes-'));
const notes = path.join(work, 'notes.txt');
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

cpSync(path.join(root, 'test/runtimes'), work, { recursive: true });
writeFileSync(path.join(work, 'package.json'), '{ "private": true, "type": "module" }');
writeFileSync(notes, 'The office plants are watered on Fridays.\n');
unpackInto(pack(work), work);
await ensureBuild();
const service = await startService(path.join(work, 'data'));
const packages = installCached(RUNTIMES);
const programs = [
  runProgram('Deno', '@deno', 'deno', ['run', '--allow-net=127.0.0.1', `--allow-read=${work}`]),
  runProgram('Bun', '@oven', 'bin/bun', ['run']),
];
// Without a browser this ends the process.
const results = programs.includes('failed') ? programs : [...programs, await runChromium()];
const problems = await service.stop();
for (const problem of problems) console.error(`FAILED: ${problem}`);
if (problems.length > 0 || results.includes('failed')) process.exitCode = 1;
else if (results.includes('skipped')) process.exitCode = SKIPPED;

/**
 * @param {string} name
 * @param {string} scope of its packages: npm installs the one that fits the machine
 * @param {string} program in that package
 * @param {string[]} args
 */
function runProgram(name, scope, program, args) {
  if (packages === null) return skip(name, 'the npm registry cannot be reached');
  const scoped = path.join(packages, 'node_modules', scope);
  const found = readdirSync(scoped).map((each) => path.join(scoped, each, program));
  const fitting = found.find((each) => run(each, ['--version'], { timeoutMs: LIMIT_MS }).ok);
  if (fitting === undefined) return skip(name, 'it has no package for this machine');
  const command = [...args, 'run-smoke.mjs', service.url, name.toLowerCase(), notes];
  const { ok, output } = run(fitting, command, { cwd: work, timeoutMs: LIMIT_MS });
  return report(name, ok, output);
}

/** On a page of another port: the browser asks the service whether it may. */
async function runChromium() {
  const { browser } = await openBrowser({ subject: 'the client in Chromium', scratch: work });
  const server = createServer((request, response) => {
    const file = path.join(work, new URL(request.url ?? '/', 'http://localhost').pathname);
    const isScript = /\.m?js$/.test(file);
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(file) : '<!doctype html><title>The client in a browser</title>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const output = await page.evaluate(
      `Promise.all([
        import('/node_modules/@agent-memory/client/dist/esm/agent-memory.js'),
        import('/smoke.mjs'),
      ]).then(([client, { smoke }]) => smoke(client, '${service.url}', 'chromium', null))`,
    );
    return report('Chromium', true, output);
  } catch (error) {
    return report('Chromium', false, String(error));
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {string} output
 */
function report(name, ok, output) {
  if (ok) console.log(`The client in ${name}: ${output}`);
  else console.error(`FAILED the client in ${name}:\n${output}`);
  return ok ? 'passed' : 'failed';
}

/**
 * @param {string} name
 * @param {string} reason
 */
function skip(name, reason) {
  console.log(`SKIPPED the client in ${name}: ${reason}`);
  return 'skipped';
}
