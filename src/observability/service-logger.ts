import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { errorName, framesOf } from '../common/error-name';
import type { Env } from '../config/env';
import { levelOf, type ObservedRequest } from './observed-request';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', debug: 'debug' } as const;

/** The log of the process: one line a request, and the messages of Nest's loggers (a Nest `LoggerService`). */
export class ServiceLogger {
  private readonly pino: Logger;

  constructor(level: Env['LOG_LEVEL'], output: DestinationStream) {
    this.pino = pino(
      {
        level: LEVELS[level],
        base: null,
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      output,
    );
  }

  request(observed: ObservedRequest): void {
    const level = levelOf(observed);
    if (!this.pino.isLevelEnabled(level)) return;
    const { method, route, status, durationMs, aborted, agentId, sessionId, traceId } = observed;
    this.pino[level](
      {
        request_id: observed.requestId,
        method,
        route,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        ...(aborted && { aborted }),
        ...(agentId !== null && { agent_id: agentId }),
        ...(sessionId !== null && { session_id: sessionId }),
        ...(traceId !== null && { trace_id: traceId }),
      },
      'request',
    );
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.pino.info(contextOf(rest), textOf(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.pino.warn(contextOf(rest), textOf(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.pino.debug(contextOf(rest), textOf(message));
  }

  /** Nest passes the stack before the context, or undefined. */
  error(message: unknown, ...rest: unknown[]): void {
    this.pino.error(withStack(message, rest), textOf(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.pino.fatal(withStack(message, rest), textOf(message));
  }
}

/** Only the name of an error: its message may quote stored text. */
function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return errorName(message);
}

function contextOf(rest: readonly unknown[]): { context?: string } {
  const context = rest.at(-1);
  return typeof context === 'string' ? { context } : {};
}

function withStack(message: unknown, rest: readonly unknown[]): { context?: string; stack?: string } {
  const given = rest.length > 1 ? rest.at(-2) : undefined;
  const stack = message instanceof Error ? framesOf(message) : given;
  return { ...contextOf(rest), ...(typeof stack === 'string' && { stack }) };
}

export type LogFormat = 'json' | 'text';

/** If nothing reads the output, lines beyond this size are dropped. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const STDOUT = 1;

/** The format of the setting, else the one that suits the output. */
export function logFormat(given: LogFormat | null, isTerminal: boolean): LogFormat {
  return given ?? (isTerminal ? 'text' : 'json');
}

/** Writes without waiting. The rest is written when the process ends. */
export function standardOutput(): DestinationStream {
  return pino.destination({ dest: STDOUT, sync: false, maxLength: MAX_WAITING_BYTES });
}

/** Lines of JSON as text for people. */
export function asText(output: DestinationStream): DestinationStream {
  return { write: (line) => output.write(textLine(JSON.parse(line) as Record<string, unknown>)) };
}

/** Such as `2026-01-31T12:00:00.000Z warn [Settings] What happened status=503`. */
function textLine({ time, level, context, msg, stack, ...facts }: Record<string, unknown>): string {
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${shown(value)}`);
  const where = typeof context === 'string' ? [`[${context}]`] : [];
  const head = [time, level, ...where, msg, ...fields].join(' ');
  return typeof stack === 'string' && stack !== '' ? `${head}\n${stack}\n` : `${head}\n`;
}

/** Quoted if it would be ambiguous. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[!#-~]+$/.test(value) ? value : JSON.stringify(value);
}
