import type { IncomingMessage } from 'node:http';

const PROBES: ReadonlySet<string> = new Set(['/live', '/ready', '/health']);

/** Whether a request asks how the service is: limits would make a busy service look like a dead one. */
export function isProbe(request: IncomingMessage): boolean {
  return PROBES.has((request.url ?? '').split('?', 1)[0] ?? '');
}
