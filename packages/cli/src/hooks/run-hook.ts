import { locateScope, type Scope, type ScopeOptions } from '../context.ts';
import { explain } from './explain.ts';
import { type HookEvent, readHookEvent } from './hook-event.ts';
import { HookService } from './hook-service.ts';
import { linesOf, profileBlock, recalledBlock } from './hook-text.ts';
import { PrintedMemories } from './printed-memories.ts';
import { SessionToken } from './session-token.ts';

/** Milliseconds from the start of the process to its end. A person waits for the hooks, also on a busy machine. */
const BUDGET_MS = 1_500;
const MAX_MEMORIES = 5;
/** Memories that were printed already take no place of others, up to this many. */
const MOST_REPEATED = 20;
/** Memories that share only a common word with the prompt score less (docs/RECALL.md). */
const FLOOR = 0.2;
const MAX_QUERY = 1_000;
/** Commands of the editor, such as `/clear`, `!ls` and `#note`. */
const COMMAND = /^[/!#]/;
const SHORTEST_PROMPT = 3;

/** Runs a hook and ends the process with 0, whatever happens: an editor must not notice that the service is away. */
export async function runHook(name: string, options: ScopeOptions): Promise<void> {
  const budget = Number(process.env.AGENT_MEMORY_HOOK_MS) || BUDGET_MS;
  const left = Math.max(1, budget - process.uptime() * 1_000);
  const end = setTimeout(() => giveUp(budget), left);
  try {
    process.stdout.on('error', () => process.exit(0));
    await carryOut(name, options);
  } catch (error) {
    explain(String(error));
  }
  clearTimeout(end);
  process.exitCode = 0;
}

function giveUp(budget: number): void {
  explain(`it did not end within ${budget} ms; AGENT_MEMORY_HOOK_MS sets another limit`);
  process.exit(0);
}

async function carryOut(name: string, options: ScopeOptions): Promise<void> {
  const event = await readHookEvent(process.stdin);
  switch (name) {
    case 'session-start':
      return printProfile(event, options);
    case 'prompt':
      return printRecalled(event, options);
    case 'stop':
      return extractInBackground(event, options);
    default:
      throw new Error(`There is no hook '${name}': give session-start, prompt or stop`);
  }
}

async function printProfile(event: HookEvent, options: ScopeOptions): Promise<void> {
  const scope = await scopeOf(event, options);
  const block = profileBlock(await serviceFor(scope).profile());
  if (block === '') explain('nothing is stored about instructions, preferences or decisions');
  process.stdout.write(block);
  printedIn(event, scope)?.restart(linesOf(block));
}

async function printRecalled(event: HookEvent, options: ScopeOptions): Promise<void> {
  const query = Array.from((event.prompt ?? '').trim().slice(0, 2 * MAX_QUERY))
    .slice(0, MAX_QUERY)
    .join('');
  if (query.length < SHORTEST_PROMPT || COMMAND.test(query))
    return explain('the prompt is empty, short or a command');
  const scope = await scopeOf(event, options);
  const printed = printedIn(event, scope);
  const limit = MAX_MEMORIES + Math.min(MOST_REPEATED, printed?.count() ?? 0);
  const found = await serviceFor(scope).recall(query, limit, FLOOR);
  const fresh = (printed?.fresh(found) ?? found).slice(0, MAX_MEMORIES);
  const { block, contents } = recalledBlock(fresh);
  if (block === '')
    return explain(
      found.length === 0
        ? 'no memory bears on the prompt'
        : 'what bears on the prompt was printed in this conversation already, or holds no longer',
    );
  process.stdout.write(block);
  printed?.add(contents);
}

function scopeOf(event: HookEvent, options: ScopeOptions): Promise<Scope> {
  return locateScope(options, { cwd: event.cwd ?? process.cwd(), env: process.env });
}

function serviceFor(scope: Scope): HookService {
  return new HookService(scope, new SessionToken(scope));
}

/** Null where the editor does not say which conversation it is: then memories may be repeated. */
function printedIn({ sessionId }: HookEvent, { url, agent }: Scope): PrintedMemories | null {
  return sessionId === null ? null : new PrintedMemories({ sessionId, url, agent });
}

/** Extraction may take seconds with a language model, so a process of its own does it. */
async function extractInBackground(
  { transcriptPath, cwd }: HookEvent,
  { url, agent }: ScopeOptions,
): Promise<void> {
  const [node, program] = process.argv;
  if (transcriptPath === null || node === undefined || program === undefined) return;
  const { spawn } = await import('node:child_process');
  const args = ['hook', 'stop', '--transcript', transcriptPath];
  if (url !== undefined) args.push('--url', url);
  if (agent !== undefined) args.push('--agent', agent);
  const options = { cwd: cwd ?? process.cwd(), detached: true, stdio: 'ignore', windowsHide: true } as const;
  spawn(node, [program, ...args], options)
    .on('error', () => undefined)
    .unref();
}
