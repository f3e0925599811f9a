import type { EventsReset, MemoryEvent } from '@agent-memory/client';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { formatMoment } from '../dates.ts';
import { jsonText, toDocument } from '../json.ts';
import { isJson, printable } from '../output.ts';

interface EventsOptions {
  follow?: boolean;
  since?: string;
}

export function register(program: Command): void {
  program
    .command('events')
    .description('What has become of the memories: ids, not what they say. With --json a line of JSON each.')
    .option('--follow', 'go on with what happens, until it is stopped')
    .option('--since <place>', 'day (2026-05-01), ISO 8601 time, or the id of an event')
    .action(async ({ follow = false, since }: EventsOptions, command: Command) => {
      const { agent } = await openAgent(command);
      for await (const event of agent.events({ follow, since })) {
        const line = isJson(command) ? jsonLine(event) : lineOf(event);
        process.stdout.write(`${line}\n`);
      }
    });
}

function jsonLine(event: MemoryEvent | EventsReset): string {
  return JSON.stringify(JSON.parse(jsonText(toDocument(event))));
}

function lineOf(event: MemoryEvent | EventsReset): string {
  if (event.kind === 'reset') return `reset  some events are missing (${event.reason})`;
  const { at, kind, actor, memoryIds, supersededBy } = event;
  const by = supersededBy === null ? [] : [`by ${supersededBy}`];
  return printable([formatMoment(at), kind, actor, memoryIds.join(','), ...by].join('  '));
}
