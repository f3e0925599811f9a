import { type AgentCalls, dayOf, type Instant, splitOptions, type WithDates } from './agent-calls.ts';
import { agentEvents, type EventsOptions, type EventsReset, type MemoryEvent } from './agent-events.ts';
import { AgentConflicts } from './agent-conflicts.ts';
import { AgentLinks } from './agent-links.ts';
import { AgentFiles } from './agent-files.ts';
import { AgentMemories } from './agent-memories.ts';
import { AgentPolicy } from './agent-policy.ts';
import { AgentTraces } from './agent-traces.ts';
import type { CallOptions } from './deadline.ts';
import { AgentMemoryError, UnavailableError } from './errors.ts';
import { eventsOf, linesOf } from './lines.ts';
import type {
  AnswerRequest,
  AnswerResponse,
  AsOfResponse,
  BatchRememberResponse,
  ChangedSinceResponse,
  ConversationMessage,
  DailySummaryResponse,
  ExtractRequest,
  ExtractResponse,
  MemoryRecord,
  RecallAllRequest,
  RecallAllResponse,
  RecallRequest,
  RecallResponse,
  RecentRequest,
  RecentResponse,
  RememberRequest,
  RememberResponse,
  SessionSummaryDto,
} from './schemas.ts';
import { fromWire } from './wire.ts';

export type MemoryFields = WithDates<RememberRequest>;
export type RememberOptions = Omit<MemoryFields, 'content'> & RestoreDeleted & CallOptions;

export interface RestoreDeleted {
  /** Lets `upsert` store content that was deleted for good. Without it: ConflictError `ContentDeleted`. */
  restoreDeleted?: boolean;
}
export type RecallOptions = Omit<WithDates<RecallRequest>, 'query' | 'minSimilarity'> & {
  /** From 0 to 1: memories with a lower score are left out. */
  minScore?: number | null;
} & CallOptions;
export type AnswerOptions = Omit<WithDates<AnswerRequest>, 'question'> & CallOptions;
export type RecentOptions = WithDates<RecentRequest> & CallOptions;
export type ChangedSinceOptions = Pick<
  RecentRequest,
  'limit' | 'type' | 'tags' | 'source' | 'scopes' | 'metadata' | 'status'
> &
  CallOptions;
export type AsOfOptions = Omit<ChangedSinceOptions, 'status'> & {
  cursor?: string;
  /** Only what held in the world then, by what was known at `asOf`. A day means its end (UTC). */
  validAt?: Instant | null;
};
export type AllOptions = Omit<RecallAllRequest, 'cursor'> & CallOptions;
export type CloseOptions = { deactivate?: boolean } & CallOptions;
export type ExtractOptions = Omit<ExtractRequest, 'messages'> & CallOptions;

/** A part of an answer that is being written. */
export type AnswerPart =
  | { type: 'text'; text: string }
  | ({ type: 'sources' } & Pick<AnswerResponse, 'sources' | 'certainty' | 'generatedBy'>)
  | { type: 'done' };

/** For work that a language model may do. */
const MODEL_TIMEOUT_MS = 60_000;

/** The memories of one agent. The first call joins its session. */
export class Agent {
  readonly id: string;
  readonly memories: AgentMemories;
  readonly conflicts: AgentConflicts;
  readonly links: AgentLinks;
  readonly files: AgentFiles;
  readonly policy: AgentPolicy;
  readonly traces: AgentTraces;
  private readonly calls: AgentCalls;

  constructor(id: string, calls: AgentCalls) {
    this.id = id;
    this.calls = calls;
    this.memories = new AgentMemories(calls);
    this.conflicts = new AgentConflicts(calls);
    this.links = new AgentLinks(calls);
    this.files = new AgentFiles(calls);
    this.policy = new AgentPolicy(calls);
    this.traces = new AgentTraces(calls);
  }

  /** Stores a memory: at most 10,000 characters. */
  remember(content: string, options: RememberOptions = {}): Promise<RememberResponse> {
    const { fields, call } = splitOptions(options);
    const { restoreDeleted, ...body } = { content, ...fields };
    return this.calls.write({ method: 'POST', path: '/remember', query: { restoreDeleted }, body }, call);
  }

  /** Stores memories in one request. With `dedupe`, a memory that the agent has already is not stored again. */
  rememberMany(
    memories: MemoryFields[],
    options: { dedupe?: boolean } & RestoreDeleted & CallOptions = {},
  ): Promise<BatchRememberResponse> {
    const { fields, call } = splitOptions(options);
    const { restoreDeleted, ...body } = { memories, ...fields };
    return this.calls.write(
      { method: 'POST', path: '/batch-remember', query: { restoreDeleted }, body },
      call,
    );
  }

  /**
   * The memories that hold now and say most about the query, best first. With `cut: 'auto'` only those that bear on it:
   * `verdict` says how sure that is, and `leftOut` how many more there were.
   */
  recall(query: string, options: RecallOptions = {}): Promise<RecallResponse> {
    const { fields, call } = splitOptions(options);
    const { minScore, ...filter } = fields;
    const body = { query, ...filter, minSimilarity: minScore };
    return this.calls.read({ method: 'POST', path: '/recall', body }, call);
  }

  /** An answer from the agent's memories, with its sources. */
  answer(question: string, options: AnswerOptions = {}): Promise<AnswerResponse> {
    const { fields, call } = splitOptions(options);
    const body = { question, ...fields };
    return this.calls.read(
      { method: 'POST', path: '/answer', body, defaultTimeoutMs: MODEL_TIMEOUT_MS },
      call,
    );
  }

  /** The same as it is written: pieces of text, then the sources, then `done`. */
  async *answerStream(question: string, options: AnswerOptions = {}): AsyncGenerator<AnswerPart> {
    const { fields, call } = splitOptions(options);
    const pieces = this.calls.stream(
      {
        method: 'POST',
        path: '/answer',
        body: { question, ...fields },
        accept: 'text/event-stream',
        defaultTimeoutMs: MODEL_TIMEOUT_MS,
      },
      call,
    );
    for await (const { event, data } of eventsOf(pieces)) {
      const fields = fromWire(data) as Record<string, unknown>;
      if (event === 'error') throw new AgentMemoryError(String(fields.message), { detail: data });
      if (event === 'text' || event === 'sources' || event === 'done')
        yield { type: event, ...fields } as AnswerPart;
      if (event === 'done') return;
    }
    throw new UnavailableError('The answer ended before it was complete');
  }

  /** Follows the changes of memories as they happen; goes on after a lost connection. */
  events(options: EventsOptions = {}): AsyncGenerator<MemoryEvent | EventsReset> {
    return agentEvents(this.calls, options);
  }

  /** The newest memories. */
  recent(options: RecentOptions = {}): Promise<RecentResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'POST', path: '/recall/recent', body: fields }, call);
  }

  /** The memories that were active then, newest first, a page at a time. A day means its end (UTC). */
  asOf(asOf: Instant, options: AsOfOptions = {}): Promise<AsOfResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'POST', path: '/recall/as-of', body: { asOf, ...fields } }, call);
  }

  /** The memories created or updated since then. A day means its start (UTC). */
  changedSince(since: Instant, options: ChangedSinceOptions = {}): Promise<ChangedSinceResponse> {
    const { fields, call } = splitOptions(options);
    const body = { since, ...fields };
    return this.calls.read({ method: 'POST', path: '/recall/changed-since', body }, call);
  }

  /** Every memory, however many there are, as a stream. With `limit` at most so many (5,000), the oldest first. */
  async *all(options: AllOptions = {}): AsyncGenerator<MemoryRecord> {
    const { fields, call } = splitOptions(options);
    const request = { method: 'POST', path: '/recall/all', body: fields } as const;
    if (fields.limit) {
      const page = await this.calls.read<RecallAllResponse>(request, call);
      yield* page.memories;
      return;
    }
    const pieces = this.calls.stream({ ...request, accept: 'application/x-ndjson' }, call);
    for await (const line of linesOf(pieces)) {
      if (line !== '') yield fromWire(JSON.parse(line)) as MemoryRecord;
    }
  }

  /** Memories from the messages of a chat. With `dryRun` nothing is stored. */
  extract(messages: ConversationMessage[], options: ExtractOptions = {}): Promise<ExtractResponse> {
    const { fields, call } = splitOptions(options);
    const body = { messages, ...fields };
    const path = '/remember/extract';
    return this.calls.write({ method: 'POST', path, body, defaultTimeoutMs: MODEL_TIMEOUT_MS }, call);
  }

  /** Summarises the memories of a day in a few sentences. Default: today (UTC). */
  dailySummary(date?: Instant, options: CallOptions = {}): Promise<DailySummaryResponse> {
    const body = date === undefined ? {} : { date: dayOf(date) };
    const path = '/daily-summary';
    return this.calls.read({ method: 'POST', path, body, defaultTimeoutMs: MODEL_TIMEOUT_MS }, options);
  }

  /**
   * Forgets the session, which goes on for its other clients. With `deactivate` it ends for all of them, and the
   * promise has its summary.
   */
  async close({ deactivate = false, ...options }: CloseOptions = {}): Promise<SessionSummaryDto | null> {
    if (deactivate) return this.calls.session.deactivate(options);
    this.calls.session.forget();
    return null;
  }
}
