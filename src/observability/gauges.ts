import { Gauge, type Aggregator, type Registry } from 'prom-client';

/** What a group of gauges shows, by name and by its help. */
export type Readings<Name extends string> = Record<Name, number>;

/**
 * Gauges that are read together whenever somebody asks. Where `read` has nothing (null) or fails they are left out:
 * one part that is away must not hide the rest. `aggregator` says what becomes of the readings of several workers:
 * they are added up, or are all the same.
 */
export function gauges<Name extends string>(
  registry: Registry,
  helps: Readonly<Record<Name, string>>,
  read: () => Promise<Readings<Name> | null> | Readings<Name> | null,
  aggregator: Aggregator = 'first',
): () => Promise<void> {
  const names = Object.keys(helps) as Name[];
  const made = names.map((name) => ({
    name,
    gauge: new Gauge({ name, help: helps[name], aggregator, registers: [registry] }),
  }));
  return async () => {
    const readings = await Promise.resolve()
      .then(read)
      .catch(() => null);
    for (const { name, gauge } of made) {
      if (readings === null) gauge.remove();
      else gauge.set(readings[name]);
    }
  };
}
