import type { Command } from 'commander';
import { type AboutOptions, addAboutOptions } from '../about-options.ts';
import { openAgent } from '../context.ts';
import { foundLinksText } from '../found-links.ts';
import {
  collect,
  collectMetadata,
  MEMORY_TYPES,
  type MemoryType,
  type Metadata,
  parseType,
} from '../options.ts';
import { noteSecrets, printResult } from '../output.ts';
import { argumentOrStdin } from '../stdin.ts';

/** The service takes 10,000 characters, and says so. */
const MOST_TEXT = 1_000_000;

interface RememberOptions extends AboutOptions {
  type?: MemoryType;
  tag?: string[];
  title?: string;
  ref?: string;
  thread?: string;
  scope?: string;
  metadata?: Metadata;
}

export function register(program: Command): void {
  const command = program
    .command('remember')
    .description('Stores a memory.')
    .argument('<text>', 'what to remember; - reads stdin')
    .option('--type <type>', `${MEMORY_TYPES.join(', ')} (default: fact)`, parseType)
    .option('--tag <tag>', 'a label; may be repeated', collect)
    .option('--title <title>', 'a title; without it, the beginning of the text')
    .option('--ref <ref>', 'where it came from, such as an address')
    .option('--thread <name>', 'the conversation or sequence that it belongs to')
    .option('--scope <scope>', 'whom or what it is for, such as user:dana')
    .option('--metadata <key=value>', 'what to find it by; may be repeated', collectMetadata);
  addAboutOptions(command).action(
    async (argument: string, { tag, ref, name, ...fields }: RememberOptions, command: Command) => {
      const text = await argumentOrStdin(argument, MOST_TEXT);
      const { agent } = await openAgent(command, { create: true });
      const about = { ...fields, tags: tag, names: name, sourceRef: ref };
      const stored = await agent.remember(text, { ...about, detect: 'now' });
      const links = foundLinksText(stored.links ?? []);
      printResult(command, stored, () => `Remembered ${stored.memoryId} (${stored.type}).${links}`);
      noteSecrets(stored);
    },
  );
}
