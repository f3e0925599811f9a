// The options of `remember` and `edit` that say what a memory is about, when it holds and what it replaces.
import type { Command } from 'commander';
import { parseMoment } from './dates.ts';
import { collect } from './options.ts';

export interface AboutOptions {
  key?: string;
  validFrom?: Date;
  validTo?: Date;
  name?: string[];
  expiresAt?: Date;
  past?: boolean;
  supersedes?: string[];
}

export function addAboutOptions(command: Command): Command {
  return command
    .option('--key <key>', 'what it is about, such as user.city: the newest of a key is current')
    .option('--valid-from <time>', 'when it begins to hold: a day, an age or an ISO 8601 time', parseStart)
    .option('--valid-to <time>', 'when it no longer holds', parseStart)
    .option('--expires-at <time>', 'when it expires by itself: a day or an ISO 8601 time', parseStart)
    .option('--name <name>', 'another word for what it is about; may be repeated', collect)
    .option('--past', 'it tells of something that no longer holds')
    .option('--no-past', 'it tells of something that holds')
    .option('--supersedes <id>', 'a memory that this one replaces; may be repeated', collect);
}

function parseStart(text: string): Date {
  return parseMoment(text, 'start');
}
