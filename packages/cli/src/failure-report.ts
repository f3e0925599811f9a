import { CommanderError } from 'commander';
import { EXIT, type ExitCode, Failure, usageError } from './failure.ts';
import { isObject, jsonText } from './json.ts';
import { paint, printable } from './output.ts';

/** By the name of the client's error class, so that a failure does not load the client. */
const EXIT_OF: Record<string, ExitCode> = {
  NotFoundError: EXIT.notFound,
  AuthenticationError: EXIT.notAllowed,
  PermissionError: EXIT.notAllowed,
  ValidationError: EXIT.usage,
  UnavailableError: EXIT.serviceAway,
  TimeoutError: EXIT.serviceAway,
};

const ADVICE: Record<string, string> = {
  AuthenticationError:
    'Give a key with `agent-memory login URL`, or in AGENT_MEMORY_KEY with its address in AGENT_MEMORY_URL.',
  UnavailableError:
    '`agent-memory start` starts a service on this machine; `--url` or AGENT_MEMORY_URL names another.',
  TimeoutError: 'A write may have been done: look before you repeat it.',
};

interface Reported {
  code: string;
  message: string;
  requestId: string | null;
  exitCode: number;
}

/** Prints the failure, and returns the exit code. In JSON mode, stdout gets the one document that it would have had. */
export function reportFailure(error: unknown, json: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const { code, message, requestId, exitCode } = describeFailure(error);
  if (json) {
    const document = { error: { code, message, request_id: requestId } };
    process.stdout.write(`${jsonText(document)}\n`);
  } else if (!(error instanceof CommanderError)) {
    // commander has printed its own errors.
    const prefix = paint(process.stderr, 'red', 'error:');
    process.stderr.write(`${prefix} ${printable(message)}\n`);
  }
  return exitCode;
}

export function describeFailure(error: unknown): Reported {
  if (error instanceof CommanderError) {
    if (error.code === 'commander.help')
      return describeFailure(usageError('Give a command: `agent-memory help` lists them.'));
    const message = error.message.replace(/^error: /, '');
    return { code: 'Usage', message, requestId: null, exitCode: EXIT.usage };
  }
  if (error instanceof Failure) {
    const { code, message, exitCode } = error;
    return { code, message, requestId: null, exitCode };
  }
  if (!(error instanceof Error)) {
    return { code: 'Failed', message: String(error), requestId: null, exitCode: EXIT.failed };
  }
  return {
    code: textField(error, 'code') ?? error.name,
    message: withAdvice(error),
    requestId: textField(error, 'requestId'),
    exitCode: EXIT_OF[error.name] ?? EXIT.failed,
  };
}

function withAdvice(error: Error): string {
  const advice = causeIn(error) ?? adviceFor(error);
  const message = error.message.replace(/\.$/, '');
  return advice === null ? error.message : `${message}. ${advice}`;
}

/** The cause that the service gives for a failure, such as a conflict that is resolved already. */
function causeIn(error: Error): string | null {
  const detail = 'detail' in error && isObject(error.detail) ? error.detail.details : null;
  return textField(detail, 'original_error');
}

function adviceFor(error: Error): string | null {
  if (textField(error, 'code') === 'AgentNotFound') {
    return 'Create it with `agent-memory agents create NAME`, or name another with `--agent`.';
  }
  // A service that answers "not now" is there.
  if (error.name === 'UnavailableError' && 'status' in error && error.status !== null) return null;
  return ADVICE[error.name] ?? null;
}

function textField(error: unknown, name: string): string | null {
  const value = isObject(error) ? error[name] : null;
  return typeof value === 'string' ? value : null;
}
