import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { parseMoment } from '../dates.ts';
import { collect, type MemoryType, parseType } from '../options.ts';
import { printResult } from '../output.ts';
import { argumentOrStdin } from '../stdin.ts';

/** The service takes 10,000 characters, and says so. */
const MOST_TEXT = 1_000_000;

interface RememberOptions {
  type?: MemoryType;
  tag?: string[];
  title?: string;
  ref?: string;
  thread?: string;
  key?: string;
  validFrom?: Date;
  validTo?: Date;
  name?: string[];
  supersedes?: string[];
}

export function register(program: Command): void {
  program
    .command('remember')
    .description('Stores a memory.')
    .argument('<text>', 'what to remember; - reads stdin')
    .option('--type <type>', 'fact (default), preference, decision, instruction, …', parseType)
    .option('--tag <tag>', 'a label; may be repeated', collect)
    .option('--title <title>', 'a title; without it, the beginning of the text')
    .option('--ref <ref>', 'where it came from, such as an address')
    .option('--thread <name>', 'the conversation or sequence that it belongs to')
    .option('--key <key>', 'what it is about, such as user.city: the newest of a key is current')
    .option('--valid-from <time>', 'when it begins to hold: a day, an age or an ISO 8601 time', parseStart)
    .option('--valid-to <time>', 'when it no longer holds', parseStart)
    .option('--name <name>', 'another word for what it is about; may be repeated', collect)
    .option('--supersedes <id>', 'a memory that this one replaces; may be repeated', collect)
    .action(async (argument: string, { tag, ref, name, ...fields }: RememberOptions, command: Command) => {
      const text = await argumentOrStdin(argument, MOST_TEXT);
      const { agent } = await openAgent(command, { create: true });
      const stored = await agent.remember(text, { ...fields, tags: tag, names: name, sourceRef: ref });
      printResult(command, stored, () => `Remembered ${stored.memoryId} (${stored.type}).`);
    });
}

function parseStart(text: string): Date {
  return parseMoment(text, 'start');
}
