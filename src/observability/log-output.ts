import { pino, type DestinationStream } from 'pino';

export type LogFormat = 'json' | 'text';

/** What may wait to be written while nobody reads: then lines are dropped, rather than memory filled. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;
const STDOUT = 1;

/** What a setting says, and else what suits the output. */
export function logFormat(given: LogFormat | null, isTerminal: boolean): LogFormat {
  return given ?? (isTerminal ? 'text' : 'json');
}

/** Where lines go, a write never waiting. What is left when the process ends is written then. */
export function standardOutput(): DestinationStream {
  return pino.destination({ dest: STDOUT, sync: false, maxLength: MOST_WAITING_BYTES });
}

/** Lines of JSON as text for people. */
export function asText(output: DestinationStream): DestinationStream {
  return { write: (line) => output.write(textLine(JSON.parse(line) as Record<string, unknown>)) };
}

/** Such as `2026-01-31T12:00:00.000Z warn [Settings] What happened status=503`. */
export function textLine({ time, level, context, msg, stack, ...facts }: Record<string, unknown>): string {
  const told = Object.entries(facts).map(([name, value]) => `${name}=${shown(value)}`);
  const where = typeof context === 'string' ? [`[${context}]`] : [];
  const head = [time, level, ...where, msg, ...told].join(' ');
  return typeof stack === 'string' && stack !== '' ? `${head}\n${stack}\n` : `${head}\n`;
}

/** Quoted where it would be read as something else. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[!#-~]+$/.test(value) ? value : JSON.stringify(value);
}
