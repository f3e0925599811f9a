import { splitOptions } from './agent-calls.ts';
import type { PageOptions } from './agent-memories.ts';
import type { CallOptions } from './deadline.ts';
import type {
  AgentDeletedDto,
  AgentDto,
  AgentListDto,
  AgentReadsResponse,
  QuarantineResponse,
  ReleaseResponse,
  TransferResponse,
  UpdateAgentDto,
} from './schemas.ts';
import type { NewAgent } from './session.ts';
import { pathOf, type Transport } from './transport.ts';

const AGENTS = '/api/v2/agents';

export interface CountOptions extends CallOptions {
  /** False leaves out the live count of memories, which is faster. */
  includeCounts?: boolean;
}
export interface ListAgentsOptions extends CountOptions, PageOptions {
  pattern?: AgentDto['pattern'];
}
export interface DeleteAgentOptions extends CallOptions {
  /** True deletes the memories too; else an agent that is created with this id again has them. */
  deleteMemories?: boolean;
}

/** The agents of the service. Needs management access: this machine, the management credential or a `manage` key. */
export class Agents {
  private readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  create(id: string, options: NewAgent & CallOptions = {}): Promise<AgentDto> {
    const { fields, call } = splitOptions(options);
    return this.transport.request(
      {
        method: 'POST',
        path: AGENTS,
        body: { agentId: id, ...fields },
        doneCode: 'AgentAlreadyExists',
        done: () => this.get(id, call),
      },
      call,
    );
  }

  /** Newest first. */
  list(options: ListAgentsOptions = {}): Promise<AgentListDto> {
    const { fields, call } = splitOptions(options);
    return this.transport.request({ method: 'GET', path: AGENTS, query: fields }, call);
  }

  get(id: string, options: CountOptions = {}): Promise<AgentDto> {
    const { fields, call } = splitOptions(options);
    const path = pathOf`/api/v2/agents/${id}`;
    return this.transport.request({ method: 'GET', path, query: fields }, call);
  }

  /** Its description, its pattern, what becomes of what is written, and its quotas. What is left out stays. */
  update(id: string, changes: UpdateAgentDto, options?: CallOptions): Promise<AgentDto> {
    return this.transport.request(
      { method: 'PATCH', path: pathOf`/api/v2/agents/${id}`, body: changes },
      options,
    );
  }

  /** A page of the memories that look planted, newest first. They are not recalled. */
  quarantine(id: string, options: PageOptions = {}): Promise<QuarantineResponse> {
    const { fields, call } = splitOptions(options);
    const path = pathOf`/api/v2/agents/${id}/quarantine`;
    return this.transport.request({ method: 'GET', path, query: fields }, call);
  }

  /** Lets a quarantined memory be recalled. */
  release(id: string, memoryId: string, options?: CallOptions): Promise<ReleaseResponse> {
    const path = pathOf`/api/v2/agents/${id}/memories/${memoryId}/release`;
    return this.transport.request({ method: 'POST', path }, options);
  }

  /** The agents whose memories recall and answers of this one find too. */
  reads(id: string, options?: CallOptions): Promise<AgentReadsResponse> {
    return this.transport.request({ method: 'GET', path: pathOf`/api/v2/agents/${id}/reads` }, options);
  }

  /** Replaces them, at most 16; none with an empty list. */
  setReads(id: string, agents: readonly string[], options?: CallOptions): Promise<AgentReadsResponse> {
    const path = pathOf`/api/v2/agents/${id}/reads`;
    return this.transport.request({ method: 'PUT', path, body: { agents } }, options);
  }

  /** Copies a memory of an agent to another one, where it gets another id. */
  copyMemory(id: string, memoryId: string, to: string, options?: CallOptions): Promise<TransferResponse> {
    const path = pathOf`/api/v2/agents/${id}/memories/${memoryId}/copy`;
    return this.transport.request({ method: 'POST', path, body: { to }, isWrite: true }, options);
  }

  /** Moves a memory of an agent to another one; once more changes nothing. */
  moveMemory(id: string, memoryId: string, to: string, options?: CallOptions): Promise<TransferResponse> {
    const path = pathOf`/api/v2/agents/${id}/memories/${memoryId}/move`;
    return this.transport.request({ method: 'POST', path, body: { to }, isWrite: true }, options);
  }

  /** Removes the agent. Its memories stay unless `deleteMemories` is true. */
  delete(id: string, options: DeleteAgentOptions = {}): Promise<AgentDeletedDto> {
    const { fields, call } = splitOptions(options);
    return this.transport.request(
      {
        method: 'DELETE',
        path: pathOf`/api/v2/agents/${id}`,
        query: { 'delete-backup-too': fields.deleteMemories },
        doneCode: 'AgentNotFound',
        done: () => Promise.resolve({ message: `Agent '${id}' was deleted` }),
      },
      call,
    );
  }
}
