import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';

/** What must be told of tracing itself. */
export interface TracingLog {
  log(message: string): void;
  warn(message: string): void;
}

/** Tells once when spans can no longer be delivered, and once when they can again. */
export class ToldExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: TracingLog,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.tell(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private tell({ code, error }: ExportResult): void {
    const isFailing = code === ExportResultCode.FAILED;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    if (isFailing)
      this.logger.warn(`Traces are not delivered, and dropped until they are (${causeOf(error)})`);
    else this.logger.log('Traces are delivered again');
  }
}

/** Without the message, which may hold what the collector answered. */
function causeOf(error: Error | undefined): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code === 'number') return `status ${code}`;
  return typeof code === 'string' ? code : (error?.name ?? 'Error');
}
