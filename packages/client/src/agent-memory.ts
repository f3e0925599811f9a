import { Agent } from './agent.ts';
import { AgentCalls } from './agent-calls.ts';
import { Agents } from './agents.ts';
import { Keys } from './keys.ts';
import { Webhooks } from './webhooks.ts';
import type { CallOptions } from './deadline.ts';
import { linesOf } from './lines.ts';
import type {
  AuditKeysResponse,
  ForgetReceipt,
  ForgetRequest,
  ForgetResponse,
  HealthResponse,
  ImportResponse,
} from './schemas.ts';
import { AgentSession, carriesItsOwnSession, type NewAgent } from './session.ts';
import { pathOf, Transport } from './transport.ts';
import { openLines, type UploadProgress, type UploadSource } from './upload.ts';

export type {
  Agent,
  AllOptions,
  AnswerOptions,
  AnswerPart,
  AsOfOptions,
  ChangedSinceOptions,
  CloseOptions,
  ExtractOptions,
  MemoryFields,
  RecallOptions,
  RecentOptions,
  RememberOptions,
} from './agent.ts';
export { agentIdFor } from './agent-id.ts';
export type { Instant } from './agent-calls.ts';
export type { AgentConflicts, ConflictAction, ConflictDay, ResolveOptions } from './agent-conflicts.ts';
export type { EventsOptions, EventsReset, MemoryEvent, MemoryEventKind } from './agent-events.ts';
export type { AgentFiles, UploadOptions } from './agent-files.ts';
export type { AgentLinks, LinkSpan, ListLinksOptions } from './agent-links.ts';
export type { AgentMemories, ListMemoriesOptions, MemoryPatch, PageOptions } from './agent-memories.ts';
export type { AgentTraces, ListTracesOptions, TraceEvent } from './agent-traces.ts';
export type { AgentPolicy, ApplyOptions, PresetName, SweepOptions } from './agent-policy.ts';
export type { Agents, CountOptions, DeleteAgentOptions, ListAgentsOptions } from './agents.ts';
export type { CreateKeyOptions, Keys } from './keys.ts';
export type { ListDeliveriesOptions, WebhookFields, Webhooks } from './webhooks.ts';
export type { CallOptions } from './deadline.ts';
export {
  AgentMemoryError,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  type ValidationIssue,
} from './errors.ts';
export type { NewAgent } from './session.ts';
export type { UploadProgress, UploadSource } from './upload.ts';
export type {
  AgentDto as AgentRecord,
  AgentReadsResponse,
  TransferResponse,
  AnswerResponse,
  AnswerSource,
  BatchRememberResponse,
  ChangedMemoryRecord,
  ConflictRowDto as ConflictRow,
  LinkRow as MemoryLink,
  TraceRecord as MemoryTrace,
  ConversationMessage,
  FileResponse,
  HistoryRow,
  ImportResponse,
  MemoryRecord,
  MemoryStatusResponse,
  PolicyRequest,
  PolicyView,
  RecalledMemory,
  RecallResponse,
  RememberRequest,
  RememberResponse,
} from './schemas.ts';

export interface AgentMemoryOptions {
  /** Default: `http://127.0.0.1:8000`. */
  baseUrl?: string;
  /** A key (`amk_…`), an OIDC token or the management credential. Not needed on the service's own machine. */
  apiKey?: string;
  /**
   * Whether calls about memories join the session of their agent. Default: unless `apiKey` is a key or a token, which need
   * none. False where a cookie stands for one of these.
   */
  joinsSessions?: boolean;
  /** Bounds each call, retries included. In milliseconds; default 10,000, and more for calls that take longer. */
  timeoutMs?: number;
  /** Repetitions after a lost connection, 408, 429, 502, 503 or 504. Default: 2. */
  maxRetries?: number;
  fetch?: typeof fetch;
}

export interface AgentOptions extends NewAgent {
  /** Creates the agent with the first call, unless it exists. */
  create?: boolean;
}

export interface ImportOptions extends CallOptions {
  /** Also imports memories that were deleted for good here. */
  restoreDeleted?: boolean;
  onProgress?: (progress: UploadProgress) => void;
}

const DEFAULT_RETRIES = 2;
const NDJSON = 'application/x-ndjson';
/** Exports may have gigabytes. */
const IMPORT_TIMEOUT_MS = 3_600_000;

/** Removes a slash at the end. Refuses `localhost:8000`, which is a URL of the scheme `localhost`. */
function checkedUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl must begin with http:// or https://, such as http://${baseUrl}`);
  // `fetch` refuses such an address, with a message that repeats the password.
  if (url.username !== '' || url.password !== '')
    throw new TypeError('baseUrl must not hold a user name or a password: give a key as apiKey');
  return baseUrl.replace(/\/$/, '');
}

/** Refuses a key that no header can carry. The message does not repeat it. */
function checkedKey(apiKey: string): string {
  const key = apiKey.trim();
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(key)) return key;
  throw new TypeError('The key has characters that a key cannot have, such as a line break: copy it again');
}

/** What `forget` looks for; all conditions must hold. */
export type ForgetFields = Partial<ForgetRequest>;

/** A client of the agent memory service. Throws a TypeError for a `baseUrl` without a scheme or with a password. */
export class AgentMemory {
  readonly agents: Agents;
  readonly keys: Keys;
  readonly webhooks: Webhooks;
  private readonly transport: Transport;

  constructor(options: AgentMemoryOptions = {}) {
    const apiKey = options.apiKey ? checkedKey(options.apiKey) : null;
    this.transport = new Transport({
      baseUrl: checkedUrl(options.baseUrl ?? 'http://127.0.0.1:8000'),
      apiKey,
      joinsSessions: options.joinsSessions ?? !carriesItsOwnSession(apiKey),
      timeoutMs: options.timeoutMs ?? null,
      maxRetries: options.maxRetries ?? DEFAULT_RETRIES,
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    });
    this.agents = new Agents(this.transport);
    this.keys = new Keys(this.transport);
    this.webhooks = new Webhooks(this.transport);
  }

  /** The memories of one agent. Sends nothing: the first call joins the agent's session. */
  agent(id: string, { create = false, ...fields }: AgentOptions = {}): Agent {
    const session = new AgentSession(this.transport, id, create ? fields : null);
    return new Agent(id, new AgentCalls(this.transport, id, session));
  }

  /**
   * An agent with all its memories, as lines of JSON (NDJSON). It is whole if its last line has the kind `end`. Needs
   * management access. The time-out bounds each wait for more of it.
   */
  export(agentId: string, options?: CallOptions): AsyncGenerator<Uint8Array> {
    const path = pathOf`/api/v2/agents/${agentId}/export`;
    return this.transport.stream({ method: 'GET', path, accept: NDJSON }, options);
  }

  /**
   * The audit chain of an agent, or with null that of management, as lines of JSON: a `header`, each `record` and the signed
   * `head`. Needs management access, that of management the management credential.
   */
  auditLines(agentId: string | null, options?: CallOptions): AsyncGenerator<string> {
    const path = agentId === null ? '/api/v2/audit/export' : pathOf`/api/v2/agents/${agentId}/audit/export`;
    return linesOf(this.transport.stream({ method: 'GET', path, accept: NDJSON }, options));
  }

  /** The public keys that signed heads of audit chains. */
  auditKeys(options?: CallOptions): Promise<AuditKeysResponse> {
    return this.transport.request({ method: 'GET', path: '/api/v2/audit/key' }, options);
  }

  /**
   * What forgetting would delete in an agent, or with null in all that you manage; with `dryRun: false` it is deleted. Needs
   * management access.
   */
  forget(agentId: string | null, what: ForgetFields, options?: CallOptions): Promise<ForgetResponse> {
    const path = agentId === null ? '/api/v2/forget' : pathOf`/api/v2/agents/${agentId}/forget`;
    return this.transport.request({ method: 'POST', path, body: what }, options);
  }

  /** The receipt of a run, which says whether the run is done. */
  receipt(receiptId: string, options?: CallOptions): Promise<ForgetReceipt> {
    return this.transport.request({ method: 'GET', path: pathOf`/api/v2/receipts/${receiptId}` }, options);
  }

  /** The same as it was signed, to keep it in a file. */
  receiptLines(receiptId: string, options?: CallOptions): AsyncGenerator<string> {
    const path = pathOf`/api/v2/receipts/${receiptId}`;
    return linesOf(this.transport.stream({ method: 'GET', path, accept: 'application/json' }, options));
  }

  /** Deletes what a receipt of this service names from a restored database; `receipt` as it was signed. */
  applyReceipt(receipt: object, options?: CallOptions): Promise<ForgetReceipt> {
    return this.transport.request({ method: 'POST', path: '/api/v2/receipts', body: { receipt } }, options);
  }

  /**
   * Imports the lines of an export: a path, bytes, a `Blob` or a stream. What is here already stays as it is, so an import
   * that broke off can be repeated. Needs management access.
   */
  async import(lines: UploadSource, options: ImportOptions = {}): Promise<ImportResponse> {
    const { restoreDeleted, onProgress, ...call } = options;
    const opened = await openLines(lines, NDJSON);
    const upload = (): ReturnType<typeof opened.toUpload> => opened.toUpload(onProgress);
    return this.transport.request(
      {
        method: 'POST',
        path: '/api/v2/import',
        query: { restoreDeleted },
        upload,
        defaultTimeoutMs: IMPORT_TIMEOUT_MS,
      },
      call,
    );
  }

  /** The state of the service and its parts, also when it is not well. */
  health(options?: CallOptions): Promise<HealthResponse> {
    return this.transport.request({ method: 'GET', path: '/health', alsoSuccessful: 503 }, options);
  }
}
