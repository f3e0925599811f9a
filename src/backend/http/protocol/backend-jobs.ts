import { pollUntil } from '../../../common/deadline';
import type { BackendOptions } from './backend-options';
import type { BackendTransport } from './backend-transport';
import { BackendFailure, getCall, pathOf, type Call, type Reply } from './call';
import { readJobState } from './read-answers';

const CONFLICT = 409;
/** Servers that keep no record of a job: its work is done, or a later read shows that it is missing. */
const NO_RECORD: ReadonlySet<number> = new Set([404, 405, 501]);
const LONGEST_PAUSE_MS = 1_000;

type JobKind = 'upload-jobs' | 'delete-jobs';

/** Calls that the backend may refuse while it is busy, or may finish after its answer. */
export class BackendJobs {
  constructor(
    private readonly transport: BackendTransport,
    private readonly options: BackendOptions,
  ) {}

  /** Repeats the call while the backend is busy with another job of the namespace (409), then waits for its own job. */
  async run(namespace: string, kind: JobKind, call: Call<string | null>): Promise<Reply<string | null>> {
    const end = performance.now() + this.options.timeoutMs;
    const accepted = await pollUntil(this.pollTimes(this.options.timeoutMs), async (timeoutMs) => {
      const reply = await this.transport.call({ ...call, timeoutMs });
      return !reply.isGood && this.isBusy(reply.status) ? null : reply;
    });
    if (accepted === null) throw this.transport.refused(call, CONFLICT);
    if (!accepted.isGood || accepted.value === null) return accepted;
    const job = { name: call.name, path: pathOf('namespaces', namespace, kind, accepted.value) };
    await this.wait(job, end - performance.now()).catch((error: unknown) => {
      // Only the status request was refused; the job itself may be done.
      const isRefused = error instanceof BackendFailure && error.outcome === 'refused';
      throw isRefused ? this.transport.undone(job, 'the state of its job cannot be read') : error;
    });
    return accepted;
  }

  /** On-prem servers run one job of a namespace at a time. */
  private isBusy(status: number): boolean {
    return this.options.mode === 'on-prem' && status === CONFLICT;
  }

  private async wait({ name, path }: { name: string; path: string }, timeoutMs: number): Promise<void> {
    const call = getCall(name, path, readJobState);
    const state = await pollUntil(this.pollTimes(timeoutMs), async (msLeft) => {
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

  private pollTimes(timeoutMs: number) {
    return { timeoutMs, firstPauseMs: this.options.jobPollMs, longestPauseMs: LONGEST_PAUSE_MS };
  }
}
