/** Milliseconds of the processor that `work` takes. Wall-clock time would count other processes too. */
export function processorMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
