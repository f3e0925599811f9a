import { createRequire } from 'node:module';
import { inTime } from '../../common/in-time';
import { traceWith } from '../../common/tracing';
import type { Env } from '../../config/env';
import type * as CollectorTracing from './collector-tracing';
import type { TracingLog } from './told-exporter';

/** What a collector is given to take the last spans. */
const LAST_SPANS_MS = 3_000;

/** A stop sends the last spans, for as long as is reasonable, and never fails. */
export type StopTracing = () => Promise<void>;

/**
 * From now on spans go to the collector that the environment names, until they are stopped. Where it names none,
 * nothing of OpenTelemetry's SDK is loaded. `service`: the name under which a collector shows them by default.
 */
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

/** 250 modules, for those who want them. */
function loadTracing(): typeof CollectorTracing {
  return createRequire(__filename)('./collector-tracing') as typeof CollectorTracing;
}
