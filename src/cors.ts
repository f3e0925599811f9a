import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';

const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const EXPOSED = ['X-Session-Token', 'Idempotency-Replayed', 'X-Request-Id'];

/** Browsers may call from loopback pages and from the listed origins (separated by commas). */
export function corsOptions(allowedOrigins: string): CorsOptions {
  const allowed = new Set(
    allowedOrigins
      .split(',')
      .map((origin) => origin.trim().replace(/\/$/, '').toLowerCase())
      .filter((origin) => origin !== ''),
  );
  return {
    origin: (origin: string | undefined, decide: (error: Error | null, allow: boolean) => void) =>
      decide(null, origin !== undefined && (allowed.has(origin.toLowerCase()) || isLoopback(origin))),
    credentials: true,
    exposedHeaders: EXPOSED,
    maxAge: 600,
  };
}

function isLoopback(origin: string): boolean {
  return LOOPBACK_ORIGIN.test(origin);
}
