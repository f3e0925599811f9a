import { once } from 'node:events';
import type { MemoryRecord } from '@agent-memory/client';
import { type Command, Option } from 'commander';
import { openAgent } from '../context.ts';
import { describeFailure } from '../failure-report.ts';
import { jsonText, toDocument } from '../json.ts';
import { memoryText } from '../memory-text.ts';
import { collect, type MemoryType, typeFilter } from '../options.ts';
import { isJson } from '../output.ts';

interface AllOptions {
  type?: MemoryType[];
  tag?: string[];
  status: 'active' | 'expired' | 'all';
}

export function register(program: Command): void {
  program
    .command('all')
    .description('Lists every memory, however many there are.')
    .addOption(typeFilter())
    .option('--tag <tag>', 'only memories with this tag; may be repeated', collect)
    .addOption(
      new Option('--status <status>', 'which memories')
        .choices(['active', 'expired', 'all'])
        .default('active'),
    )
    .action(async ({ type, tag, status }: AllOptions, command: Command) => {
      const { agent } = await openAgent(command);
      const memories = agent.all({ type, tags: tag, status });
      await (isJson(command) ? writeDocument(memories) : writeText(memories));
    });
}

async function writeText(memories: AsyncIterable<MemoryRecord>): Promise<void> {
  for await (const memory of memories) await write(`${memoryText({ ...memory, score: null })}\n\n`);
}

/** Holds one memory at a time. A failure after the first one ends the document, which stays one document. */
async function writeDocument(memories: AsyncIterable<MemoryRecord>): Promise<void> {
  let count = 0;
  try {
    for await (const memory of memories) {
      const head = count++ === 0 ? '{"memories":[' : ',';
      await write(`${head}${jsonText(toDocument(memory))}`);
    }
  } catch (error) {
    if (count === 0) throw error;
    const { code, message, requestId, exitCode } = describeFailure(error);
    await write(`],${jsonText({ error: { code, message, request_id: requestId } }).slice(1)}\n`);
    process.exitCode = exitCode;
    return;
  }
  await write(`${count === 0 ? '{"memories":[' : ''}],"count":${count}}\n`);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
