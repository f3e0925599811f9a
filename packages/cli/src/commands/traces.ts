// The commands for what recalls and answers gave: traces, traces show.
import type { MemoryTrace } from '@agent-memory/client';
import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { formatMoment, parseMoment } from '../dates.ts';
import { parseLimit } from '../options.ts';
import { printable, printResult } from '../output.ts';

interface ListOptions {
  memory?: string;
  request?: string;
  since?: Date;
  until?: Date;
  limit?: number;
  cursor?: string;
}

export function register(program: Command): void {
  const traces = program
    .command('traces')
    .description('What recalls and answers gave to whom, and what they left out.');

  traces
    .command('list', { isDefault: true })
    .description('Lists traces, newest first.')
    .option('--memory <id>', 'traces that name this memory')
    .option('--request <id>', 'traces of the request with this X-Request-Id')
    .option('--since <time>', 'from this day, age (2d) or time on', (text) => parseMoment(text, 'start'))
    .option('--until <time>', 'until this day, age or time', (text) => parseMoment(text, 'end'))
    .option('--limit <n>', 'at most so many', parseLimit)
    .option('--cursor <cursor>', 'where the page starts, as the page before says')
    .action(list);

  traces
    .command('show')
    .description('Shows a trace with the parts of each score.')
    .argument('<id>', 'id of the trace, as `traces` lists it')
    .action(async (id: string, _options: object, command: Command) => {
      const { agent } = await openAgent(command);
      const trace = await agent.traces.get(id);
      printResult(command, trace, () => details(trace));
    });
}

async function list({ memory, request, ...options }: ListOptions, command: Command): Promise<void> {
  const { agent } = await openAgent(command);
  const found = await agent.traces.list({ ...options, memoryId: memory, requestId: request });
  printResult(command, found, () => {
    if (found.traces.length === 0) return 'No traces.';
    const more = found.nextCursor === null ? [] : [`More: --cursor ${found.nextCursor}`];
    return [...found.traces.map(headOf), ...more].join('\n');
  });
}

function headOf(trace: MemoryTrace): string {
  const { traceId, at, mode, via, by, client, memories, cut } = trace;
  const who = `${client} (${via})${by === null ? '' : ` by ${by}`}`;
  const query = trace.query === null ? [] : [JSON.stringify(trace.query)];
  const counts = `${memories.length} given, ${cut.length} not`;
  return printable([traceId, formatMoment(at), mode, who, counts, ...query].join('  '));
}

function details(trace: MemoryTrace): string {
  const { retrieval, lexicalReason, verdict, request, durationMs, sessionId, requestId } = trace;
  const lines = [
    headOf(trace),
    `Session ${sessionId}, request ${requestId ?? 'unknown'}, ${durationMs.toFixed(1)} ms`,
    `Search: ${retrieval}${lexicalReason === null ? '' : ` (${lexicalReason})`}; verdict: ${verdict ?? 'none'}`,
    `Asked with: ${JSON.stringify(request)}`,
    ...trace.memories.map(memoryLine),
    ...trace.cut.map(memoryLine),
    `Not kept: ${trace.notKept?.join(', ') ?? 'nothing'}`,
  ];
  return lines.map(printable).join('\n');
}

function memoryLine({ memoryId, score, reason, now, explain }: MemoryTrace['memories'][number]): string {
  const parts = [
    `words ${explain?.lexical?.score.toFixed(2) ?? '-'}`,
    `vector ${explain?.vector?.score.toFixed(2) ?? '-'}`,
    `neighbours ${(explain?.neighbours ?? 0).toFixed(2)}`,
  ];
  return `  ${memoryId}  ${score.toFixed(2)}  ${reason}  ${parts.join(', ')}  now ${now ?? 'unknown'}`;
}
