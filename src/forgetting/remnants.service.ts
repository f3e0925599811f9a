import { Injectable } from '@nestjs/common';
import type { Counts } from './forget-run';
import { ForgottenFiles } from './forgotten-files.service';
import { type Gone, Quotations } from './quotations.service';
import type { Judge } from './selector';

/** Counts what a run would delete beside the memories and their former versions. */
@Injectable()
export class Remnants {
  constructor(
    private readonly files: ForgottenFiles,
    private readonly quotations: Quotations,
  ) {}

  /** Adds to `counts`. `touched`: files that lose chunks. */
  async count(
    agentId: string,
    judge: Judge,
    gone: Gone & { touched: ReadonlySet<string> },
    counts: Counts,
  ): Promise<void> {
    const meant = {
      isMeant: (name: string) => judge.isNameOfFile(name),
      touched: gone.touched,
      gone: gone.memoryIds,
    };
    for await (const { chunks } of this.files.find(agentId, meant)) {
      counts.files++;
      counts.chunks += chunks;
      counts.memories += chunks;
    }
    await this.quotations.count(agentId, judge, gone, counts);
  }
}
