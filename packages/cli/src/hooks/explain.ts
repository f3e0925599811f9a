import { writeSync } from 'node:fs';
import { visibleText } from '@agent-memory/client/visible-text';

/** The file descriptor of stderr. */
const STDERR = 2;

/** Says why nothing was printed, if debugging is on. Synchronous, because the process may end at once. */
export function explain(reason: string): void {
  if (process.env.AGENT_MEMORY_HOOK_DEBUG) writeSync(STDERR, `agent-memory: ${visibleText(reason)}\n`);
}
