import { setTimeout as delay } from 'node:timers/promises';
import { Deadline } from '../../../common/deadline';
import { EventsTooLong } from '../../../inference/server-events';
import type { RemoteRun, RemoteRunEvent } from './backend-api';
import type { BackendOptions } from './backend-options';
import type { BackendTransport } from './backend-transport';
import { BackendFailure, getCall, pathOf, postCall, type Call } from './call';
import { messageText, readRun, readRunEvents, runIdOf } from './run-events';

/** Statuses of servers without conflict detection. */
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

interface Followed {
  id: string | null;
  text: string | null;
  /** The stream was read to its end. */
  isWhole: boolean;
}

type OnEvent = (event: RemoteRunEvent) => void;
type Run = ReturnType<typeof readRun>;

const NAME = 'detect conflicts';

export class BackendRuns {
  constructor(
    private readonly transport: BackendTransport,
    private readonly options: BackendOptions,
  ) {}

  /** The text of the final message; null if the backend has no detection. Throws the signal's reason when aborted. */
  async run(request: RemoteRun, onEvent: OnEvent, signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    const deadline = new Deadline(this.options.runTimeoutMs, signal);
    const call = startOf(request, signal);
    try {
      const begun = await this.transport.open(call, deadline.signal);
      if (begun.isGood) return await this.result(begun.value, onEvent, deadline, signal);
      if (NOT_OFFERED.has(begun.status)) return null;
      throw this.transport.refused(call, begun.status);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      deadline.end();
    }
  }

  private async result(
    body: AsyncIterable<Uint8Array>,
    onEvent: OnEvent,
    deadline: Deadline,
    signal: AbortSignal,
  ) {
    const { id, text, isWhole } = await this.follow(body, onEvent);
    if (isWhole && text !== null) return text;
    signal.throwIfAborted();
    if (id === null) throw this.transport.undone({ name: NAME }, 'the stream of its run broke off');
    return this.poll(id, deadline, signal);
  }

  private async follow(body: AsyncIterable<Uint8Array>, onEvent: OnEvent): Promise<Followed> {
    const followed: Followed = { id: null, text: null, isWhole: false };
    try {
      for await (const event of readRunEvents(body)) {
        onEvent(event);
        if (event.event === 'error') throw this.transport.undone({ name: NAME }, 'its run failed');
        note(followed, event);
        if (followed.isWhole) break;
      }
      return followed;
    } catch (error) {
      throw error instanceof EventsTooLong ? this.transport.undone({ name: NAME }, error.message) : error;
    }
  }

  private async poll(id: string, deadline: Deadline, signal: AbortSignal): Promise<string> {
    const get = getCall(NAME, pathOf('agent', 'runs', id), readRun);
    const call: Call<Run> = { ...get, query: { include: 'messages' }, signal };
    while (deadline.left > 0) {
      const run = await this.ask({ ...call, timeoutMs: Math.min(deadline.left, this.options.timeoutMs) });
      if (run?.state === 'done') return run.text;
      if (run?.state === 'failed') throw this.transport.undone(call, 'its run failed');
      await delay(Math.min(this.options.runPollMs, Math.max(deadline.left, 0)), undefined, { signal });
    }
    throw this.transport.undone(call, 'its run takes too long');
  }

  /** Null while the backend does not answer: its run continues anyway. */
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

function startOf({ namespace, date, prompt }: RemoteRun, signal: AbortSignal): Call<never> {
  const body = { namespace, task: 'detect_conflicts', date, prompt, stream: true };
  const read = () => {
    throw new Error('The answer is a stream');
  };
  return { ...postCall(NAME, '/agent/run', body, read), isRepeatable: false, signal };
}
