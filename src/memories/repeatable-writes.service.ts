import { Injectable } from '@nestjs/common';
import { MemoryStore } from '../backend/memory-store';
import { DueMemories } from './due-memories.service';
import type { Repetition } from './idempotency-key.param';
import { IdempotencyService, type Outcome, type Repeatable } from './idempotency.service';

type Write<T> = Omit<Repeatable<T>, 'key'> & {
  /** The namespace, if a memory of it may get a time to expire, or become active with one. */
  timesIn?: string | null;
};

/** Writes of an agent that answer the first response if they are repeated with their key. */
@Injectable()
export class RepeatableWrites {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly memories: MemoryStore,
    private readonly due: DueMemories,
  ) {}

  /** The write and the stored response are one unit of work. */
  async once<T>(repetition: Repetition, write: Write<T>, work: () => Promise<T>): Promise<T> {
    const repeatable = { ...write, key: repetition.key };
    return this.finished(repetition, write, await this.idempotency.once(repeatable, work));
  }

  /** For writes that must not be one transaction. */
  async onceInParts<T>(repetition: Repetition, write: Write<T>, work: () => Promise<T>): Promise<T> {
    const repeatable = { ...write, key: repetition.key };
    return this.finished(repetition, write, await this.idempotency.onceInParts(repeatable, work));
  }

  /** Rows with the titles that their memories have now; empty for deleted ones. */
  async withTitles<T extends { id: string; title: string }>(
    namespace: string,
    rows: readonly T[],
  ): Promise<T[]> {
    const memories = await this.memories.findAll(
      namespace,
      rows.map(({ id }) => id),
    );
    const titles = new Map(memories.map(({ id, title }) => [id, title]));
    return rows.map((row) => ({ ...row, title: titles.get(row.id) ?? '' }));
  }

  private async finished<T>(
    repetition: Repetition,
    { timesIn = null }: Write<T>,
    outcome: Outcome<T>,
  ): Promise<T> {
    if (timesIn !== null) await this.due.changed(timesIn);
    return answered(repetition, outcome);
  }
}

/** The response, marked in the request's answer where it is a stored one. */
export function answered<T>(repetition: Repetition, { response, replayed }: Outcome<T>): T {
  if (replayed) repetition.markReplayed();
  return response;
}
