import type { CallOptions } from './deadline.ts';
import type { AgentSession } from './session.ts';
import { type Call, pathOf, type Transport } from './transport.ts';

/** A call of one agent; `path` is below `/api/v2/agents/{agent_id}`. */
export type AgentCall = Call;

/** Sends the calls of one agent in its session. */
export class AgentCalls {
  private readonly transport: Transport;
  private readonly agentId: string;
  readonly session: AgentSession;

  constructor(transport: Transport, agentId: string, session: AgentSession) {
    this.transport = transport;
    this.agentId = agentId;
    this.session = session;
  }

  read<T>(call: AgentCall, options?: CallOptions): Promise<T> {
    return this.transport.request<T>(this.ofAgent(call), options, this.session);
  }

  /** Sends a write with an `Idempotency-Key`, so that a repetition does not do it twice. */
  write<T>(call: AgentCall, options?: CallOptions): Promise<T> {
    return this.transport.request<T>({ ...this.ofAgent(call), isWrite: true }, options, this.session);
  }

  stream(call: AgentCall, options?: CallOptions): AsyncGenerator<Uint8Array> {
    return this.transport.stream(this.ofAgent(call), options, this.session);
  }

  private ofAgent(call: AgentCall): Call {
    return { ...call, path: pathOf`/api/v2/agents/${this.agentId}` + call.path };
  }
}

/** ISO 8601, a day `YYYY-MM-DD`, or a `Date`. */
export type Instant = Date | string;
/** Requests take dates in each of these forms. */
type DateField = 'createdAfter' | 'createdBefore' | 'validAt' | 'validFrom' | 'validTo';
export type WithDates<T> = Omit<T, DateField> & { [Name in Extract<keyof T, DateField>]?: Instant | null };

export interface ChangeOptions<Version = Date> extends CallOptions {
  /**
   * The `updatedAt` that was read: a change that somebody made since is not overwritten. The call then fails with status
   * 412 and the code `PreconditionFailed`.
   */
  ifUpdatedAt?: Version;
}

/** The options of a call, apart from the fields of its request. */
export function splitOptions<T extends CallOptions>(
  options: T,
): { fields: Omit<T, keyof CallOptions>; call: CallOptions } {
  const { signal, timeoutMs, ...fields } = options;
  return { fields, call: { signal, timeoutMs } };
}

/** A day as `YYYY-MM-DD`. A `Date` stands for its day in UTC. */
export function dayOf(date: Date | string): string {
  return typeof date === 'string' ? date : date.toISOString().slice(0, 10);
}
