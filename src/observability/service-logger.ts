import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { errorName } from '../common/error-name';
import { framesOf } from '../common/stack-frames';
import type { Env } from '../config/env';
import { levelOf, type ObservedRequest } from './observed-request';

const LEVELS = { error: 'error', warn: 'warn', log: 'info', debug: 'debug' } as const;

/** The log of the process: a line a request, and, as one of Nest's `LoggerService`, what Nest's loggers are told. */
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

  /** Nest hands the stack on before the context, and leaves it undefined where there is none. */
  error(message: unknown, ...rest: unknown[]): void {
    this.pino.error(withStack(message, rest), textOf(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.pino.fatal(withStack(message, rest), textOf(message));
  }
}

/** Of an error its name alone: its message may quote what somebody stored. */
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
