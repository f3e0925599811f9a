import { AggregatorRegistry, type Registry } from 'prom-client';

/** A metric with its values, as a registry gives it. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** Put together as each metric wants: most are added up. */
export function sumOf(parts: readonly MetricValues[][]): Registry {
  return AggregatorRegistry.aggregate([...parts]);
}

/**
 * What is left of processes that have ended: what they counted. It stays in every sum, for a sum that became smaller
 * would be read as a count that began anew, and all that is left in it counted twice.
 */
export async function countedBy(parts: readonly MetricValues[][]): Promise<MetricValues[]> {
  const all = await sumOf(parts).getMetricsAsJSON();
  return all.filter(({ type }) => COUNTING.has(String(type)));
}

const COUNTING: ReadonlySet<string> = new Set(['counter', 'histogram']);
