import { Injectable, Logger } from '@nestjs/common';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryClock } from '../common/memory-clock';
import { requestedDay, type UtcDay } from '../common/utc-dates';
import { ModelUnavailable, TextGenerator } from '../inference/text-generator';
import type { ActiveSession } from '../sessions/session';
import { Env } from '../config/env';
import { DayChanges } from './day-changes.service';
import { DayCollector, type DayDigest, type DayReport } from './day-digest';
import { summaryByRules } from './day-text';
import { dayPrompts, notesPrompt, NOTES_SYSTEM, PART_SYSTEM, WHOLE_SYSTEM } from './daily-summary-prompt';
import { toFilter } from './recall-request';

/** Parts of a day that are read at a time: others want the model too. */
const AT_A_TIME = 2;
const TEMPERATURE = 0.2;

@Injectable()
export class DailySummaries {
  private readonly logger = new Logger(DailySummaries.name);

  constructor(
    private readonly listings: MemoryListings,
    private readonly changes: DayChanges,
    private readonly generator: TextGenerator,
    private readonly clock: MemoryClock,
    private readonly env: Env,
  ) {}

  /**
   * A summary of the active memories that were created on a day: by the model, and by rules where there is none, or
   * it fails. The signal ends it when the client has disconnected.
   */
  async summarize(
    session: ActiveSession,
    date: string | null | undefined,
    signal: AbortSignal,
  ): Promise<{ digest: DayDigest; text: string; generatedBy: string }> {
    const day = requestedDay(date, await this.clock.now());
    const digest = await this.digestOf(session.namespace, day);
    const report = { ...digest, changes: await this.changes.of(session, digest, day) };
    const written = await this.byModel(report, signal);
    const text = written ?? summaryByRules(report, this.env.RECALL_LANGUAGE);
    return { digest, text, generatedBy: this.writerOf(written) };
  }

  private writerOf(written: string | null): string {
    return written === null ? 'rules' : (this.generator.model ?? 'rules');
  }

  private async digestOf(namespace: string, day: UtcDay): Promise<DayDigest> {
    const collector = new DayCollector(day.date);
    const filter = { ...toFilter({}, 'active', {}), createdAfter: day.start, createdBefore: day.end };
    for await (const memories of this.listings.stream(namespace, filter)) collector.add(memories);
    return collector.digest();
  }

  /** Null where there is no model, or nothing for it to read, or it fails. */
  private async byModel(digest: DayReport, signal: AbortSignal): Promise<string | null> {
    const { parts, unread } = dayPrompts(digest);
    if (this.generator.model === null || parts.length === 0) return null;
    try {
      const text = await this.write(digest.date, parts, signal);
      return unread === 0
        ? text
        : `${text}\n\n${unread} more memories of the day were not read for this summary.`;
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      if (!signal.aborted) this.logger.warn(`A day is summarised by rules: ${error.message}`);
      return null;
    }
  }

  private async write(date: string, parts: readonly string[], signal: AbortSignal): Promise<string> {
    const [first, ...others] = parts;
    if (first !== undefined && others.length === 0) return this.ask(WHOLE_SYSTEM, first, signal);
    const notes: string[] = [];
    for (let i = 0; i < parts.length; i += AT_A_TIME) {
      const some = parts.slice(i, i + AT_A_TIME).map((part) => this.ask(PART_SYSTEM, part, signal));
      notes.push(...(await Promise.all(some)));
    }
    return this.ask(NOTES_SYSTEM, notesPrompt(date, notes), signal);
  }

  private async ask(system: string, prompt: string, signal: AbortSignal): Promise<string> {
    const { text } = await this.generator.generate({
      system,
      prompt,
      model: null,
      temperature: TEMPERATURE,
      signal,
    });
    return text;
  }
}
