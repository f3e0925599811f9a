import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { ReportingExporter } from './collector-tracing';

const OK: ExportResult = { code: ExportResultCode.SUCCESS };

function failure(facts: object): ExportResult {
  return { code: ExportResultCode.FAILED, error: Object.assign(new Error('secret answer'), facts) };
}

describe('ReportingExporter', () => {
  const results: ExportResult[] = [];
  const messages: string[] = [];
  const log = { log: (text: string) => messages.push(text), warn: (text: string) => messages.push(text) };
  const inner = {
    export: (_spans: unknown, done: (result: ExportResult) => void) => done(results.shift() ?? OK),
    shutdown: () => Promise.resolve(),
  };

  it('reports the first failure and the first success after it, and not what the collector said', () => {
    const exporter = new ReportingExporter(inner, log);
    results.push(
      OK,
      failure({ code: 503 }),
      failure({ code: 'ECONNREFUSED' }),
      OK,
      OK,
      failure({ code: 'ECONNREFUSED' }),
    );
    const all = [...results];
    const handedOn: ExportResult[] = [];
    for (let i = 0; i < all.length; i++) exporter.export([], (result) => handedOn.push(result));
    expect(handedOn).toEqual(all);
    expect(messages).toEqual([
      'Traces cannot be delivered and are dropped (status 503)',
      'Traces are delivered again',
      'Traces cannot be delivered and are dropped (ECONNREFUSED)',
    ]);
  });
});
