import { spawn } from 'node:child_process';
import { locateScope, type ScopeOptions } from '../context.ts';
import { type HookEvent, readHookEvent } from './hook-event.ts';
import { HookService } from './hook-service.ts';
import { visibleText } from '@agent-memory/client/visible-text';
import { profileBlock, recalledBlock } from './hook-text.ts';

export interface HookOptions extends ScopeOptions {
  /** The detached process that `stop` starts: it reads this transcript. */
  transcript?: string;
}

/** Milliseconds from the start of the process to its end. A person waits for the hooks. */
const BUDGET_MS = 230;
const MAX_MEMORIES = 5;
/** Memories that share only a common word with the prompt score less (docs/RECALL.md). */
const FLOOR = 0.2;
const MAX_QUERY = 1_000;
/** Commands of the editor, such as `/clear`, `!ls` and `#note`. */
const COMMAND = /^[/!#]/;
const SHORTEST_PROMPT = 3;

/** Runs a hook and ends the process with 0, whatever happens: an editor must not notice that the service is away. */
export async function runHook(name: string, options: HookOptions): Promise<void> {
  const budget = Number(process.env.AGENT_MEMORY_HOOK_MS) || BUDGET_MS;
  // `performance.now()` counts from the start of the process.
  const left = Math.max(1, budget - performance.now());
  const end = options.transcript === undefined ? setTimeout(() => process.exit(0), left) : null;
  try {
    process.stdout.on('error', () => process.exit(0));
    await carryOut(name, options);
  } catch (error) {
    if (process.env.AGENT_MEMORY_HOOK_DEBUG)
      process.stderr.write(`agent-memory: ${visibleText(String(error))}\n`);
  }
  if (end !== null) clearTimeout(end);
  process.exitCode = 0;
}

async function carryOut(name: string, options: HookOptions): Promise<void> {
  if (options.transcript !== undefined) {
    const { extractTranscript } = await import('./extract-transcript.ts');
    return extractTranscript(options.transcript, options);
  }
  const event = await readHookEvent(process.stdin);
  switch (name) {
    case 'session-start':
      return print(profileBlock(await (await serviceFor(event, options)).profile()));
    case 'prompt':
      return printRecalled(event, options);
    case 'stop':
      return extractInBackground(event, options);
    default:
      throw new Error(`There is no hook '${name}': give session-start, prompt or stop`);
  }
}

async function printRecalled(event: HookEvent, options: HookOptions): Promise<void> {
  const query = Array.from((event.prompt ?? '').trim().slice(0, 2 * MAX_QUERY))
    .slice(0, MAX_QUERY)
    .join('');
  if (query.length < SHORTEST_PROMPT || COMMAND.test(query)) return;
  const service = await serviceFor(event, options);
  print(recalledBlock(await service.recall(query, MAX_MEMORIES, FLOOR)));
}

async function serviceFor(event: HookEvent, options: HookOptions): Promise<HookService> {
  const service = new HookService(
    await locateScope(options, { cwd: event.cwd ?? process.cwd(), env: process.env }),
  );
  await service.join();
  return service;
}

/** Extraction may take seconds with a language model, so a process of its own does it. */
function extractInBackground({ transcriptPath, cwd }: HookEvent, { url, agent }: HookOptions): void {
  const [node, program] = process.argv;
  if (transcriptPath === null || node === undefined || program === undefined) return;
  const args = ['hook', 'stop', '--transcript', transcriptPath];
  if (url !== undefined) args.push('--url', url);
  if (agent !== undefined) args.push('--agent', agent);
  const options = { cwd: cwd ?? process.cwd(), detached: true, stdio: 'ignore', windowsHide: true } as const;
  spawn(node, [program, ...args], options)
    .on('error', () => undefined)
    .unref();
}

function print(text: string): void {
  if (text !== '') process.stdout.write(text);
}
