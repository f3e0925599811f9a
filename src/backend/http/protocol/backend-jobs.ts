import { BackendFailure } from './backend-failure';
import type { BackendOptions } from './backend-options';
import type { BackendTransport } from './backend-transport';
import { pathOf, type Call, type Reply } from './call';
import { polled } from './polling';
import { readJobState, type JobState } from './read-answers';

const CONFLICT = 409;
/** Servers that keep no record of a job, or not any more: what it was to do is done, or seen to be missing. */
const NO_RECORD: ReadonlySet<number> = new Set([404, 405, 501]);

export type JobKind = 'upload-jobs' | 'delete-jobs';

/** Calls that the backend may put off until it has done others, or do after its answer. */
export class BackendJobs {
  constructor(
    private readonly transport: BackendTransport,
    private readonly options: BackendOptions,
  ) {}

  /** Sends it again while the backend is busy with another job of the namespace (409), and waits for its own job. */
  async run(namespace: string, kind: JobKind, call: Call<string | null>): Promise<Reply<string | null>> {
    const end = performance.now() + this.options.timeoutMs;
    const taken = await polled(this.options.timeoutMs, this.options.jobPollMs, async (timeoutMs) => {
      const reply = await this.transport.call({ ...call, timeoutMs });
      return !reply.isGood && this.isBusy(reply.status) ? null : reply;
    });
    if (taken === null) throw this.transport.refused(call, CONFLICT);
    if (!taken.isGood || taken.value === null) return taken;
    const job = { name: call.name, path: pathOf('namespaces', namespace, kind, taken.value) };
    await this.wait(job, end - performance.now()).catch((error: unknown) => {
      // The look was refused, not what the job does: that is taken.
      const isRefused = error instanceof BackendFailure && error.outcome === 'refused';
      throw isRefused ? this.transport.undone(job, 'its job cannot be looked at') : error;
    });
    return taken;
  }

  /** On-prem servers do one job of a namespace at a time. */
  private isBusy(status: number): boolean {
    return this.options.mode === 'on-prem' && status === CONFLICT;
  }

  private async wait({ name, path }: { name: string; path: string }, timeoutMs: number): Promise<void> {
    const call: Call<JobState> = { name, method: 'GET', path, isRepeatable: true, read: readJobState };
    const state = await polled(timeoutMs, this.options.jobPollMs, async (msLeft) => {
      const reply = await this.transport.call({
        ...call,
        timeoutMs: Math.max(msLeft, this.options.pingTimeoutMs),
      });
      if (!reply.isGood && !NO_RECORD.has(reply.status)) throw this.transport.refused(call, reply.status);
      const state = reply.isGood ? reply.value : 'done';
      return state === 'running' ? null : state;
    });
    if (state === null) throw this.transport.undone(call, 'its job takes too long');
    if (state === 'failed') throw this.transport.undone(call, 'its job failed');
  }
}
