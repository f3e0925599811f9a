import { Injectable } from '@nestjs/common';
import { MemoryStore } from '../backend/memory-store';
import type { Repetition } from './idempotency-key.param';
import { IdempotencyService, type Outcome, type Repeatable } from './idempotency.service';

type Write<T> = Omit<Repeatable<T>, 'key'>;

/** Writes of an agent that answer the first response if they are repeated with their key. */
@Injectable()
export class RepeatableWrites {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly memories: MemoryStore,
  ) {}

  /** The write and the stored response are one unit of work. */
  async once<T>(repetition: Repetition, write: Write<T>, work: () => Promise<T>): Promise<T> {
    return answered(repetition, await this.idempotency.once({ ...write, key: repetition.key }, work));
  }

  /** For writes that must not be one transaction. */
  async onceInParts<T>(repetition: Repetition, write: Write<T>, work: () => Promise<T>): Promise<T> {
    return answered(repetition, await this.idempotency.onceInParts({ ...write, key: repetition.key }, work));
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
}

/** The response, marked in the request's answer where it is a stored one. */
export function answered<T>(repetition: Repetition, { response, replayed }: Outcome<T>): T {
  if (replayed) repetition.markReplayed();
  return response;
}
