import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from '../../../inference/deadline';
import type { RemoteRunEvent } from './backend-api';
import { BackendFailure } from './backend-failure';
import type { BackendOptions } from './backend-options';
import type { BackendTransport } from './backend-transport';
import { pathOf, type Call } from './call';
import { EventsTooLong, readEvents } from './event-reader';
import { messageText, readRun, runIdOf } from './read-run';

/** Of a server that has no detection of its own. */
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

/** How far the events of a run told of it. */
interface Followed {
  id: string | null;
  text: string | null;
  /** The events were told to the end. */
  isWhole: boolean;
}

type Told = (event: RemoteRunEvent) => void;
type Run = ReturnType<typeof readRun>;

const NAME = 'detect conflicts';

/** What the backend is to look at: the memories of a day (`YYYY-MM-DD`), which the prompt tells of. */
export interface RunRequest {
  namespace: string;
  date: string;
  prompt: string;
}

/** The backend's own detection of conflicts. */
export class BackendRuns {
  constructor(
    private readonly transport: BackendTransport,
    private readonly options: BackendOptions,
  ) {}

  /** The text of the final message; null where the backend offers none. Throws the signal's reason when aborted. */
  async run(request: RunRequest, told: Told, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    const deadline = new Deadline(this.options.runTimeoutMs, signal);
    const call = startOf(request, signal);
    try {
      const begun = await this.transport.open(call, deadline.signal);
      if (begun.isGood) return await this.result(begun.value, told, deadline, signal);
      if (NOT_OFFERED.has(begun.status)) return null;
      throw this.transport.refused(call, begun.status);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      deadline.end();
    }
  }

  private async result(body: AsyncIterable<Uint8Array>, told: Told, deadline: Deadline, signal: AbortSignal) {
    const { id, text, isWhole } = await this.follow(body, told);
    if (isWhole && text !== null) return text;
    signal.throwIfAborted();
    if (id === null) throw this.transport.undone({ name: NAME }, 'the stream of its run broke off');
    return this.poll(id, deadline, signal);
  }

  private async follow(body: AsyncIterable<Uint8Array>, told: Told): Promise<Followed> {
    const followed: Followed = { id: null, text: null, isWhole: false };
    const events = readEvents(body)[Symbol.asyncIterator]();
    try {
      for (let event = await this.nextOf(events); event !== null; event = await this.nextOf(events)) {
        told(event);
        if (event.event === 'error') throw this.transport.undone({ name: NAME }, 'its run failed');
        note(followed, event);
        if (followed.isWhole) break;
      }
    } finally {
      // Ends the answer, which may go on.
      await events.return?.();
    }
    return followed;
  }

  /** Null at the end of the stream, be it because it broke off. */
  private async nextOf(events: AsyncIterator<RemoteRunEvent>): Promise<RemoteRunEvent | null> {
    try {
      const next = await events.next();
      return next.done === true ? null : next.value;
    } catch (error) {
      if (error instanceof EventsTooLong) throw this.transport.undone({ name: NAME }, error.message);
      return null;
    }
  }

  private async poll(id: string, deadline: Deadline, signal: AbortSignal): Promise<string> {
    const call: Call<Run> = {
      name: NAME,
      method: 'GET',
      path: pathOf('agent', 'runs', id),
      query: { include: 'messages' },
      isRepeatable: true,
      read: readRun,
      signal,
    };
    while (deadline.left > 0) {
      const run = await this.ask({ ...call, timeoutMs: Math.min(deadline.left, this.options.timeoutMs) });
      if (run?.state === 'done') return run.text;
      if (run?.state === 'failed') throw this.transport.undone(call, 'its run failed');
      await delay(Math.min(this.options.runPollMs, Math.max(deadline.left, 0)), undefined, { signal });
    }
    throw this.transport.undone(call, 'its run takes too long');
  }

  /** Null while the backend does not answer: the run goes on without that. */
  private async ask(call: Call<Run>): Promise<Run | null> {
    const reply = await this.transport.call(call).catch((error: unknown) => {
      if (error instanceof BackendFailure && !error.refusesKey) return null;
      throw error;
    });
    if (reply === null) return null;
    if (reply.isGood) return reply.value;
    throw this.transport.refused(call, reply.status);
  }
}

function note(followed: Followed, { event, data }: RemoteRunEvent): void {
  if (event === 'run_started') followed.id = runIdOf(data);
  if (event === 'message') followed.text = messageText(data) ?? followed.text;
  if (event !== 'done') return;
  followed.isWhole = true;
  followed.text ??= messageText(data);
}

function startOf({ namespace, date, prompt }: RunRequest, signal: AbortSignal): Call<never> {
  return {
    name: NAME,
    method: 'POST',
    path: '/agent/run',
    body: { namespace, task: 'detect_conflicts', date, prompt, stream: true },
    isRepeatable: false,
    read: () => {
      throw new Error('The answer is a stream');
    },
    signal,
  };
}
