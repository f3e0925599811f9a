/** The part of a `.cpuprofile` that tells where the time went. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  /** Ids of nodes. */
  samples: number[];
  /** Microseconds before each sample. */
  timeDeltas: number[];
}

export interface SelfTime {
  name: string;
  /** Of all sampled time, 0 to 1. */
  share: number;
}

/** The functions that took the most time themselves, most first. */
export function selfTimes(profile: CpuProfile, count: number): SelfTime[] {
  const names = new Map(profile.nodes.map((node) => [node.id, nameOf(node.callFrame)]));
  const spent = new Map<string, number>();
  let total = 0;
  profile.samples.forEach((id, index) => {
    const name = names.get(id) ?? '?';
    const time = profile.timeDeltas[index] ?? 0;
    spent.set(name, (spent.get(name) ?? 0) + time);
    total += time;
  });
  return [...spent]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => ({ name, share: total === 0 ? 0 : time / total }));
}

function nameOf(frame: CpuProfile['nodes'][number]['callFrame']): string {
  const file = frame.url.split(/node_modules\/|\/dist\//).at(-1) ?? '';
  const place = file === '' ? '' : ` ${file}:${frame.lineNumber + 1}`;
  return `${frame.functionName || '(anonymous)'}${place}`;
}
