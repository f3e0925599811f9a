// Loaded into a server before its own code (`--require`), and asked over IPC. Measures how late the event
// loop is and what processor time it takes, and profiles on demand, without a line of it in the server.
const { Session } = require('node:inspector/promises');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');
const { writeFile } = require('node:fs/promises');

const RESOLUTION_MS = 5;

if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let cpu = process.cpuUsage();
  let profiler = null;

  const answers = {
    reset: async () => {
      delays.reset();
      cpu = process.cpuUsage();
    },
    // The histogram holds the time from one tick to the next, which is the resolution when nothing is late.
    read: async () => {
      const { user, system } = process.cpuUsage(cpu);
      const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max].map(lateness);
      return { delays: { p50, p99, max }, cpuSeconds: (user + system) / 1e6 };
    },
    'live-heap': async () => {
      const session = new Session();
      session.connect();
      await session.post('HeapProfiler.collectGarbage');
      session.disconnect();
      return process.memoryUsage().heapUsed;
    },
    'start-profile': async () => {
      profiler = new Session();
      profiler.connect();
      await profiler.post('Profiler.enable');
      await profiler.post('Profiler.start');
    },
    'stop-profile': async ({ file }) => {
      const { profile } = await profiler.post('Profiler.stop');
      await writeFile(file, JSON.stringify(profile));
      profiler.disconnect();
    },
  };

  process.on('message', (message) => {
    const answer = answers[message?.ask];
    if (!answer) return;
    answer(message).then(
      (value) => process.send({ ask: message.ask, value }),
      (error) => process.send({ ask: message.ask, error: String(error) }),
    );
  });
  // A listener for messages must not keep a service alive that wants to end.
  process.channel?.unref();
}

/** Nanoseconds between ticks to milliseconds late. */
function lateness(nanoseconds) {
  return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
}
