import { Presets, SingleBar } from 'cli-progress';

/** How far the work is, on standard error: a bar on a terminal, else a line at each tenth. */
export interface Progress {
  step(count?: number): void;
  stop(): void;
}

export function startProgress(what: string, total: number): Progress {
  return process.stderr.isTTY ? barProgress(what, total) : lineProgress(what, total);
}

function barProgress(what: string, total: number): Progress {
  const format = `${what} {bar} {percentage}% | {value}/{total} | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.shades_classic);
  bar.start(total, 0);
  return { step: (count = 1) => bar.increment(count), stop: () => bar.stop() };
}

function lineProgress(what: string, total: number): Progress {
  let done = 0;
  return {
    step: (count = 1) => {
      const before = Math.floor((done * 10) / total);
      done += count;
      if (Math.floor((done * 10) / total) > before) process.stderr.write(`${what}: ${done}/${total}\n`);
    },
    stop: () => undefined,
  };
}
