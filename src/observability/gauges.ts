import { Gauge, type Aggregator, type Registry } from 'prom-client';

/** For each gauge its help, and its value in a report. */
type Gauges<Report> = Readonly<Record<string, readonly [help: string, value: (report: Report) => number]>>;

/**
 * Registers gauges of one report; the returned function refreshes them. If `read` returns null or fails, they are left
 * out, so that one part that is down does not hide the rest. `aggregator`: how the values of several workers combine.
 */
export function gauges<Report>(
  registry: Registry,
  definitions: Gauges<Report>,
  read: () => Promise<Report | null> | Report | null,
  aggregator: Aggregator = 'first',
): () => Promise<void> {
  const made = Object.entries(definitions).map(([name, [help, value]]) => ({
    gauge: new Gauge({ name, help, aggregator, registers: [registry] }),
    value,
  }));
  return async () => {
    const report = await Promise.resolve()
      .then(read)
      .catch(() => null);
    for (const { gauge, value } of made) {
      if (report === null) gauge.remove();
      else gauge.set(value(report));
    }
  };
}
