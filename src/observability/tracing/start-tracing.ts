import { createRequire } from 'node:module';
import { inTime } from '../../common/deadline';
import { traceWith } from '../../common/tracing';
import type { Env } from '../../config/env';
import type * as CollectorTracing from './collector-tracing';
import type { TracingLog } from './collector-tracing';

/** Time to send the last spans. */
const LAST_SPANS_MS = 3_000;

/** Sends the last spans, for a limited time, and never fails. */
export type StopTracing = () => Promise<void>;

/** Sends spans to the environment's collector, if any: only then the SDK is loaded. `service`: the default name. */
export function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  service: string,
  logger: TracingLog,
): StopTracing {
  if (endpoint === null) return () => Promise.resolve();
  const tracing = loadTracing().collectorTracing(endpoint, service, logger);
  traceWith(tracing);
  return async () => {
    traceWith(null);
    await inTime(tracing.stop(), LAST_SPANS_MS);
  };
}

/** Loads 250 modules. */
function loadTracing(): typeof CollectorTracing {
  return createRequire(__filename)('./collector-tracing') as typeof CollectorTracing;
}
