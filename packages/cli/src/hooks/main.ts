// `agent-memory hook …` without the other commands, as one file (`dist/hook.cjs`): a person waits for it at each prompt.
import { parseArgs } from 'node:util';
import { runHook } from './run-hook.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  options: { url: text, agent: text },
  // Exit code 2 of a hook would keep Claude Code from working, so wrong arguments are no failure.
  strict: false,
  allowPositionals: true,
});

void runHook(positionals[0] ?? '', { url: given(values.url), agent: given(values.agent) });

/** An option without a value is as if it was not given. */
function given(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
