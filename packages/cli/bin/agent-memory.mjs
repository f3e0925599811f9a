#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';

const USAGE_ERROR = 2;
const DEFAULT_URL = 'http://127.0.0.1:8000';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const program = new Command('agent-memory')
  .description('The command line of the agent memory service.')
  .version(version)
  .exitOverride();

program
  .command('mcp')
  .description('Forwards MCP over stdio to the service, for editors that start programs.')
  .addOption(
    new Option(
      '--agent <name>',
      "agent whose memories the tools use; without it, the service's default agent",
    ).env('AGENT_MEMORY_AGENT'),
  )
  .addOption(
    new Option('--url <url>', `address of the service; without it, ${DEFAULT_URL}`).env('AGENT_MEMORY_URL'),
  )
  .option('--no-start', 'do not start the service when none answers on this machine')
  .addHelpText('after', '\nThe environment variable AGENT_MEMORY_KEY is the key of a remote service.')
  .action(async ({ agent, url, start }, command) => {
    const base = addressOf(url || DEFAULT_URL);
    if (base === null) return command.error(`error: --url must be an address such as ${DEFAULT_URL}`);
    // Loaded here, so that --help does not wait for it.
    const { runBridge } = await import('../src/mcp-bridge.mjs');
    await runBridge({ base, agent: agent || null, key: process.env.AGENT_MEMORY_KEY || null, start });
  });

/** Null if the text is no address. */
function addressOf(/** @type {string} */ text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
}
