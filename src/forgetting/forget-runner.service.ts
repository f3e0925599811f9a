import { Injectable } from '@nestjs/common';
import { errorName } from '../common/error-name';
import type { OpenRun, Remaining } from './forget-run';
import { ForgetPass, type Hold } from './forget-pass.service';
import { ForgetRunsRepository } from './forget-runs.repository';
import { ForgottenFiles } from './forgotten-files.service';
import { Quotations } from './quotations.service';
import type { Judge } from './selector';
import { Judges } from './judges.service';

/** Passes over an agent's memories: another one follows while a pass finds something that was stored meanwhile. */
const MOST_PASSES = 10;
/** Between two renewals of a hold, in ms. */
const HOLD_EVERY_MS = 5_000;

/** Deletes what a run is for. Each step can be repeated. */
@Injectable()
export class ForgetRunner {
  constructor(
    private readonly runs: ForgetRunsRepository,
    private readonly pass: ForgetPass,
    private readonly files: ForgottenFiles,
    private readonly quotations: Quotations,
    private readonly judges: Judges,
  ) {}

  /** Throws when it is stopped or another process has the run. */
  async run(run: OpenRun, holder: string, signal: AbortSignal): Promise<void> {
    const judge = await this.judges.of(run.selector);
    const hold = this.holdOf(run.receiptId, holder, signal);
    const remaining: Remaining[] = [];
    for (const agentId of run.agentIds) {
      remaining.push(...(await this.forgetOrReport(run, agentId, judge, hold)));
    }
    const isReached = !remaining.some(({ isFailure }) => isFailure);
    if (isReached) remaining.push(...(await this.compact()));
    await this.runs.setRemaining(run.receiptId, remaining);
    if (!isReached) throw new Error('Not all could be reached');
  }

  /** A database too large to be written again in time keeps no run from its end. */
  private async compact(): Promise<Remaining[]> {
    try {
      await this.runs.compact();
      return [];
    } catch (error) {
      const what = `the files of the database may hold deleted bytes (${errorName(error)})`;
      return [{ agent_id: '', what, isFailure: false }];
    }
  }

  /** Forgets the rest of an agent. A failure is reported, and the other agents go on. */
  private async forgetOrReport(
    run: OpenRun,
    agentId: string,
    judge: Judge,
    hold: Hold,
  ): Promise<Remaining[]> {
    try {
      await this.forgetIn(run, agentId, judge, hold);
      const unread = await this.files.countUnread(agentId);
      const what = `${unread} uploaded files are not read yet: forget again when they are`;
      return unread === 0 ? [] : [{ agent_id: agentId, what, isFailure: false }];
    } catch (error) {
      await hold();
      return [{ agent_id: agentId, what: `not reached (${errorName(error)}): tried again`, isFailure: true }];
    }
  }

  private async forgetIn(run: OpenRun, agentId: string, judge: Judge, hold: Hold): Promise<void> {
    for (let passes = 0; passes < MOST_PASSES; passes++) {
      if ((await this.pass.run(run, agentId, judge, hold)) === 0) break;
    }
    await hold();
    await this.deleteFiles(run, agentId, judge);
    await this.quotations.delete(run.receiptId, agentId, judge);
    await this.pass.dropDerived(agentId);
  }

  private async deleteFiles(run: OpenRun, agentId: string, judge: Judge): Promise<void> {
    const touched = new Set(await this.runs.findFiles(run.receiptId));
    const isMeant = (name: string) => judge.isNameOfFile(name);
    const meant = { isMeant, touched, gone: new Set<string>() };
    await this.files.delete(agentId, meant, {
      actor: run,
      begun: async ({ file, chunks }) => {
        await this.pass.addDigests(run, [file.fileName]);
        await this.runs.addCounts(run.receiptId, { files: 1, memories: chunks, chunks });
      },
    });
  }

  private holdOf(receiptId: string, holder: string, signal: AbortSignal): Hold {
    let renewed = performance.now();
    return async () => {
      signal.throwIfAborted();
      if (performance.now() - renewed < HOLD_EVERY_MS) return;
      renewed = performance.now();
      if (!(await this.runs.hold(receiptId, holder))) throw new Error('Another process does this run');
    };
  }
}
