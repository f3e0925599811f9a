// `npm run test:mcp`: the scenarios of the official MCP conformance suite that this server has anything for, and the
// command line of the MCP inspector, against the compiled service on a fresh embedded database.
//
// Both need a newer Node than the service, so they run on one from the registry. Ends with 75 and a line that says why
// where the registry cannot be reached.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild } from './build-if-stale.mjs';
import { startService } from './fuzz-service.mjs';

const SKIPPED = 75;
const INSTALL_LIMIT_MS = 300_000;
const CALL_LIMIT_MS = 60_000;

const NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const PACKAGES = [
  `${NODE}@22.23.3`,
  '@modelcontextprotocol/conformance@0.1.16',
  '@modelcontextprotocol/inspector@2.12.0',
];

/** The others call tools and read resources that only a server made for the suite has. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-error',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

const scratch = mkdtempSync(path.join(tmpdir(), 'mcp-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const tools = path.join(scratch, 'tools', 'node_modules');
if (!install()) {
  console.log(
    'SKIPPED: the packages of the conformance suite and the inspector cannot be installed from the registry',
  );
  process.exit(SKIPPED);
}
await ensureBuild();
const service = await startService(path.join(scratch, 'data'), { MCP_TOOLS: 'full' });
const endpoint = `${service.url}/mcp`;

const failures = [
  ...SCENARIOS.filter((scenario) => !conforms(scenario)).map((each) => `conformance: ${each}`),
  ...inspect(),
  ...(await service.stop()),
];
for (const each of failures) console.error(`FAILED: ${each}`);
console.log(
  `mcp: ${SCENARIOS.length} scenarios of the conformance suite and the inspector, ${failures.length} failed`,
);
process.exitCode = failures.length > 0 ? 1 : 0;

function install() {
  const args = [
    'install',
    '--prefix',
    path.dirname(tools),
    '--no-audit',
    '--no-fund',
    '--silent',
    ...PACKAGES,
  ];
  return spawnSync('npm', args, { stdio: 'ignore', timeout: INSTALL_LIMIT_MS }).status === 0;
}

/**
 * @param {string[]} args of a program for the newer Node
 * @returns {{ status: number | null, output: string }}
 */
function run(...args) {
  const node = path.join(tools, NODE, 'bin', 'node');
  const { status, stdout, stderr } = spawnSync(node, args, {
    cwd: scratch,
    encoding: 'utf8',
    timeout: CALL_LIMIT_MS,
    env: { PATH: `${path.dirname(node)}:${process.env.PATH}`, HOME: scratch, NO_COLOR: '1' },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** @param {string} scenario */
function conforms(scenario) {
  const suite = path.join(tools, '@modelcontextprotocol/conformance/dist/index.js');
  const { status, output } = run(suite, 'server', '--url', endpoint, '--scenario', scenario);
  console.log(`conformance: ${scenario} ${status === 0 ? 'passed' : `failed\n${output}`}`);
  return status === 0;
}

/** Lists what there is, stores a memory and recalls it. */
function inspect() {
  const calls = [
    { method: 'tools/list', args: [], expected: 'remember_many' },
    { method: 'resources/list', args: [], expected: 'memory://profile' },
    { method: 'prompts/list', args: [], expected: 'save_conversation' },
    {
      method: 'tools/call',
      args: ['--tool-name', 'remember', '--tool-arg', 'content=The inspector was here.'],
      expected: 'Stored [',
    },
    {
      method: 'tools/call',
      args: ['--tool-name', 'recall', '--tool-arg', 'query=inspector'],
      expected: 'The inspector was here.',
    },
  ];
  const inspector = path.join(tools, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  return calls.flatMap(({ method, args, expected }) => {
    const { status, output } = run(
      inspector,
      '--cli',
      endpoint,
      '--transport',
      'http',
      '--method',
      method,
      ...args,
    );
    const isFine = status === 0 && output.includes(expected);
    console.log(`inspector: ${method} ${isFine ? 'passed' : `failed\n${output}`}`);
    return isFine ? [] : [`inspector: ${method} ${args.join(' ')}`];
  });
}
