import type { Agent, AgentMemory, ConversationMessage } from '@agent-memory/client';
import { sittings } from './conversations.ts';
import {
  type ChatMessage,
  type Conversation,
  type Entry,
  type Item,
  firstPoints,
  itemOf,
  shortHash,
  skipped,
} from './entry.ts';
import { importStream, memoryId, type NumberedItem, type Target } from './import-lines.ts';
import { type SkipGroup, SkipReport } from './skip-report.ts';

/** Memories of one request. */
const BATCH = 500;
const BATCH_CHARACTERS = 2_000_000;
/** Of one part of a conversation. */
const MAX_EXTRACTED = 100;
/** Of the name of a speaker. */
const MAX_ROLE = 50;
/** Memories that a dry run shows. */
const MAX_SHOWN = 100;
/** A model may read a long conversation. */
const EXTRACT_TIMEOUT_MS = 120_000;

export interface ImportResult {
  /** Memories that are new. */
  created: number;
  /** Memories that changed in the other system after they had last changed here. */
  updated: number;
  /** Memories that were here already and stay as they are. */
  existing: number;
  /** Memories that were deleted for good here, which an import does not bring back. */
  refused: number;
  conversations: number;
  skipped: SkipGroup[];
  /** Of a dry run: the first memories that it would store. */
  wouldStore?: { type: string; content: string }[];
}

/** What is here of this source. */
interface Known {
  hash: string;
  updatedAt: Date;
  isActive: boolean;
}

export interface ImportJob {
  memory: Pick<AgentMemory, 'import'>;
  agent: Agent;
  target: Target;
  source: string;
  now: Date;
  /** Counts and shows, and stores nothing. */
  isDry?: boolean;
  onProgress: () => void;
}

/** Stores the entries of an export in an agent, each once however often it is imported. */
export async function runImport(entries: AsyncIterable<Entry>, job: ImportJob): Promise<ImportResult> {
  const run = new ImportRun(job);
  await run.readKnown();
  for await (const entry of entries) {
    await run.take(entry);
    job.onProgress();
  }
  return run.finish();
}

class ImportRun {
  private readonly job: ImportJob;
  private readonly known = new Map<string, Known>();
  private readonly skips = new SkipReport();
  private readonly result = { created: 0, updated: 0, existing: 0, refused: 0, conversations: 0 };
  private readonly places = new Map<string, number>();
  private readonly seen = new Set<string>();
  /** Parts of conversations that came earlier. */
  private readonly knownParts = new Set<string>();
  /** A model finds something else each time, so it reads a part once. */
  private isByModel = false;
  private batch: NumberedItem[] = [];
  private characters = 0;
  private readonly shown: { type: string; content: string }[] = [];

  constructor(job: ImportJob) {
    this.job = job;
  }

  /** Reads all earlier memories of this source at once, instead of a request for each item. */
  async readKnown(): Promise<void> {
    const { agent, source } = this.job;
    for await (const memory of agent.all({ source: [source], status: 'all' })) {
      const { id, content, updatedAt, status, thread } = memory;
      this.known.set(id, { hash: shortHash(content), updatedAt, isActive: status === 'active' });
      if (thread) this.knownParts.add(partOf(memory.sourceRef ?? ''));
    }
  }

  async take(entry: Entry): Promise<void> {
    switch (entry.kind) {
      case 'item':
        return this.takeItem(entry);
      case 'conversation':
        return this.takeConversation(entry);
      case 'skipped':
        return this.skips.add(entry);
    }
  }

  async finish(): Promise<ImportResult> {
    await this.send();
    const { isDry = false } = this.job;
    return {
      ...this.result,
      skipped: this.skips.groups(),
      ...(isDry && { wouldStore: this.shown }),
    };
  }

  private async takeItem(item: Item): Promise<void> {
    const { target, source } = this.job;
    const id = memoryId(target, source, item.ref);
    if (this.seen.has(id)) return this.skips.add(skipped(item.ref, 'the export has it twice'));
    this.seen.add(id);
    const known = this.known.get(id);
    if (known !== undefined) return this.takeKnown(id, item, known);
    this.batch.push({ id, item, place: this.placeOf(item.thread) });
    this.characters += item.content.length;
    if (this.batch.length === BATCH || this.characters >= BATCH_CHARACTERS) await this.send();
  }

  /** The later change wins, so that an import does not undo an edit. */
  private async takeKnown(id: string, item: Item, known: Known): Promise<void> {
    const isNewer = item.updatedAt !== null && item.updatedAt > known.updatedAt;
    if (!known.isActive || !isNewer || shortHash(item.content) === known.hash) {
      this.result.existing += 1;
      return;
    }
    const { content, title } = item;
    if (!this.job.isDry)
      await this.job.agent.memories.update(id, title === null ? { content } : { content, title });
    this.result.updated += 1;
  }

  private async takeConversation({ ref, messages }: Conversation): Promise<void> {
    this.result.conversations += 1;
    for (const part of sittings(messages)) {
      const partRef = `${ref}/${part[0]?.ref ?? ''}`;
      const isKnown = this.knownParts.has(`${this.job.source}:${partRef}`);
      if (!(isKnown && this.isByModel)) await this.takePart(ref, partRef, part, isKnown);
    }
  }

  /** Extraction stores nothing itself, because it would give all of it today's time. */
  private async takePart(
    thread: string,
    partRef: string,
    part: readonly ChatMessage[],
    isKnown: boolean,
  ): Promise<void> {
    const { candidates, generatedBy } = await this.job.agent.extract(part.map(toMessage), {
      dryRun: true,
      maxMemories: MAX_EXTRACTED,
      timeoutMs: EXTRACT_TIMEOUT_MS,
    });
    this.isByModel = generatedBy !== 'rules';
    if (isKnown && this.isByModel) return;
    const createdAt = part.find(({ at }) => at !== null)?.at ?? null;
    for (const { content, type, confidence } of candidates) {
      const ref = `${partRef}#${shortHash(content)}`;
      await this.takeItem(
        itemOf({ ref, content, type, confidence, tags: ['conversation-extract'], createdAt, thread }),
      );
    }
  }

  private show(batch: readonly NumberedItem[]): void {
    this.result.created += batch.length;
    const rows = batch.map(({ item: { type, content } }) => ({ type, content }));
    this.shown.push(...rows.slice(0, MAX_SHOWN - this.shown.length));
  }

  private placeOf(thread: string | null): number {
    const place = thread === null ? 1 : (this.places.get(thread) ?? 0) + 1;
    if (thread !== null) this.places.set(thread, place);
    return place;
  }

  private async send(): Promise<void> {
    const { memory, target, source, now } = this.job;
    const { batch } = this;
    if (batch.length === 0) return;
    this.batch = [];
    this.characters = 0;
    if (this.job.isDry) return this.show(batch);
    const { created, existing, refused, errors } = await memory.import(
      importStream(target, source, batch, now),
    );
    this.result.created += created;
    this.result.existing += existing;
    this.result.refused += refused;
    for (const { line, reason } of errors) {
      // The header is line 1.
      this.skips.add(
        skipped(batch[line - 2]?.item.ref ?? `line ${line}`, `the service refused it: ${reason}`),
      );
    }
  }
}

/** The reference of a memory without the hash of its content. */
function partOf(sourceRef: string): string {
  return sourceRef.replace(/#[0-9a-f]{8}$/, '');
}

function toMessage({ role, content }: ChatMessage): ConversationMessage {
  return { role: firstPoints(role, MAX_ROLE), content };
}
