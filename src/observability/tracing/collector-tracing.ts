import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { withoutTrailing } from '../../common/text';
import { PACKAGE } from '../../config/package';
import { OpenTelemetryTracing } from './open-telemetry';
import { ToldExporter, type TracingLog } from './told-exporter';

const TRACES_PATH = '/v1/traces';

/**
 * Spans by OTLP over HTTP, as JSON, in batches. A queue of limited length holds those that wait; spans beyond it are
 * dropped. The SDK itself reads the rest of its variables (`OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, ...).
 */
export function collectorTracing(
  endpoint: string,
  service: string,
  logger: TracingLog,
): OpenTelemetryTracing {
  return tellingMistakes(logger, () => {
    const url = withoutTrailing(endpoint, '/') + TRACES_PATH;
    const exporter = new ToldExporter(new OTLPTraceExporter({ url }), logger);
    const provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': service, 'service.version': PACKAGE.version }))
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    return new OpenTelemetryTracing(provider, PACKAGE.name, PACKAGE.version);
  });
}

/** Mistakes in variables are told once, at the start; later the SDK would repeat itself with every batch. */
function tellingMistakes<T>(logger: TracingLog, start: () => T): T {
  const warn = (message: string) => logger.warn(message);
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  try {
    return start();
  } finally {
    diag.disable();
  }
}
