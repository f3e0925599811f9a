export const EXIT = { failed: 1, usage: 2, notFound: 3, notAllowed: 4, serviceAway: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_CODES_HELP = `
The agent and the address come from the options, then from AGENT_MEMORY_AGENT
and AGENT_MEMORY_URL, then from .agent-memory.json in this folder or above, then
from your own settings. What a folder's file chooses must be trusted first.
AGENT_MEMORY_KEY is the key of the service that AGENT_MEMORY_URL, --url or your
settings name, and goes to no other.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not found, 4 not allowed, 5 the
service does not answer.`;

/** A failure that the command line finds itself. Its message says what to do. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, code = 'Failed') {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** Wrong arguments, files or settings. */
export function usageError(message: string): Failure {
  return new Failure(message, EXIT.usage, 'Usage');
}
