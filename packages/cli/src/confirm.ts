import { EXIT, Failure, usageError } from './failure.ts';
import { printable } from './output.ts';

/**
 * Asks before something that cannot be undone. Returns when the answer is yes, or with `--yes`; throws otherwise. A
 * question needs a terminal for stdin and stderr.
 */
export async function confirm(question: string, { yes = false }: { yes?: boolean }): Promise<void> {
  if (yes) return;
  if (!isInteractive()) {
    throw usageError(`Nothing was changed: without a terminal this needs --yes. (${question})`);
  }
  const prompts = await import('@clack/prompts');
  const answer = await prompts.confirm({
    message: printable(question),
    initialValue: false,
    output: process.stderr,
  });
  if (answer !== true) throw new Failure('Nothing was changed.', EXIT.failed, 'Cancelled');
}

/** Whether questions can be asked. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}
