import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { withoutTrailing } from '../../common/text';
import { PACKAGE } from '../../config/package';
import { OpenTelemetryTracing } from './open-telemetry';

const TRACES_PATH = '/v1/traces';

/** Sends spans by OTLP over HTTP in batches from a bounded queue. The SDK reads its own `OTEL_` variables. */
export function collectorTracing(
  endpoint: string,
  service: string,
  logger: TracingLog,
): OpenTelemetryTracing {
  return reportingMistakes(logger, () => {
    const url = withoutTrailing(endpoint, '/') + TRACES_PATH;
    const exporter = new ReportingExporter(new OTLPTraceExporter({ url }), logger);
    const provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': service, 'service.version': PACKAGE.version }))
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    return new OpenTelemetryTracing(provider, PACKAGE.name, PACKAGE.version);
  });
}

/** Logs mistakes in the SDK's variables once, at start; later the SDK would repeat them with every batch. */
function reportingMistakes<T>(logger: TracingLog, start: () => T): T {
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

export interface TracingLog {
  log(message: string): void;
  warn(message: string): void;
}

/** Logs once when spans cannot be delivered, and once when they can again. */
export class ReportingExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: TracingLog,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.report(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private report({ code, error }: ExportResult): void {
    const isFailing = code === ExportResultCode.FAILED;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing) this.logger.warn(`Traces cannot be delivered and are dropped (${causeOf(error)})`);
    else this.logger.log('Traces are delivered again');
  }
}

/** The name of an error, without its message, which may quote the answer of the collector. */
function causeOf(error: Error | undefined): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code === 'number') return `status ${code}`;
  return typeof code === 'string' ? code : (error?.name ?? 'Error');
}
