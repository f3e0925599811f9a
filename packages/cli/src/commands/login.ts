import type { Command } from 'commander';
import { isInteractive } from '../confirm.ts';
import { addressOf } from '../context.ts';
import { isLoopback } from '../local-address.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import { printNote, printResult } from '../output.ts';
import { keysFile, readKeys, userSettingsFile, writeFields } from '../settings-files.ts';
import { readStdin } from '../stdin.ts';

const MOST_KEY = 10_000;

interface LoginOptions {
  key?: string;
  keyStdin?: boolean;
}

export function register(program: Command): void {
  program
    .command('login')
    .description('Checks and keeps a key for a service, and uses this service from now on.')
    .argument('<url>', 'address of the service')
    .option('--key <key>', 'the key; other users of this machine can read arguments')
    .option('--key-stdin', 'read the key from stdin')
    .action(async (text: string, options: LoginOptions, command: Command) => {
      const url = addressOf(text);
      const key = await readKey(options);
      const address = url.href.replace(/\/$/, '');
      if (url.protocol === 'http:' && !isLoopback(url)) {
        printNote(`Others on the way can read a key that is sent to ${url.origin}: use https.`);
      }
      await check(address, key);
      writeFields(keysFile(), { keys: { ...readKeys(), [url.origin]: key } }, 0o600);
      writeFields(userSettingsFile(), { url: address });
      const result = { url: address, file: keysFile() };
      printResult(command, result, () => `The key is kept in ${result.file}. Commands use ${address} now.`);
    });
}

async function readKey({ key, keyStdin }: LoginOptions): Promise<string> {
  if (key !== undefined && keyStdin) throw usageError('Give --key or --key-stdin, not both.');
  const given = keyStdin ? await readStdin(MOST_KEY) : (key ?? (await askForKey()));
  const trimmed = given.trim();
  if (!/^[\x21-\x7e]+$/.test(trimmed)) throw usageError('The key is empty, or has spaces in it.');
  return trimmed;
}

async function askForKey(): Promise<string> {
  if (!isInteractive()) throw usageError('Without a terminal, give the key with --key-stdin.');
  const prompts = await import('@clack/prompts');
  const key = await prompts.password({ message: 'Key (amk_…)', output: process.stderr });
  if (typeof key !== 'string') throw new Failure('Nothing was changed.', EXIT.failed, 'Cancelled');
  return key;
}

/** Throws when no service answers there or when it does not accept the key. */
async function check(baseUrl: string, apiKey: string): Promise<void> {
  const { AgentMemory, PermissionError } = await import('@agent-memory/client');
  try {
    await new AgentMemory({ baseUrl, apiKey }).agents.list({ limit: 1, includeCounts: false });
  } catch (error) {
    // A key that may not list agents is known to the service.
    if (!(error instanceof PermissionError)) throw error;
  }
}
