import { Injectable, Logger } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { demandOperation } from '../access/granted-scopes';
import { duringOperation } from '../audit/audit-operation';
import { Deadline, unlessAborted } from '../common/deadline';
import { errorName, framesOf } from '../common/error-name';
import { tracedMemory, type MemoryWork } from '../common/memory-spans';
import { MemoryClock } from '../common/memory-clock';
import { visibleText } from '../common/visible-text';
import { checkedIdempotencyKey } from '../memories/idempotency-key.param';
import { DueMemories } from '../memories/due-memories.service';
import { IdempotencyService } from '../memories/idempotency.service';
import { actorOf } from '../sessions/session';
import type { McpCaller } from './mcp-admission.service';
import { McpSessions } from './mcp-sessions.service';
import { withinText } from './memory-text';
import { NOTES_HEAD } from './stored-notes';
import type { Tool, ToolCall, ToolResult } from './tool';
import { checkedArguments, readableArguments } from './tool-arguments';
import { toolFailure } from './tool-failure';
import { ToolRecords } from './tool-records.service';

/** Models that write a text stop so much before the call ends, and memories are quoted instead. */
const QUOTING_MS = 2_000;

const TOO_SLOW =
  'The service did not answer in time, and the call may still be carried out: check with recent or recall before you repeat it.';

export interface ToolRequest {
  args: unknown;
  /** `_meta["idempotency-key"]` of the request. */
  idempotencyKey: unknown;
}

/** Runs a tool in the agent's session, within a time, and records it. Never rejects. */
@Injectable()
export class ToolRunner {
  private readonly logger = new Logger(ToolRunner.name);

  constructor(
    private readonly sessions: McpSessions,
    private readonly idempotency: IdempotencyService,
    private readonly due: DueMemories,
    private readonly records: ToolRecords,
    private readonly clock: MemoryClock,
  ) {}

  async run(tool: Tool, request: ToolRequest, caller: McpCaller): Promise<CallToolResult> {
    const deadline = new Deadline(caller.msLeft, caller.gone);
    const writing = new Deadline(Math.max(0, caller.msLeft - QUOTING_MS), caller.gone);
    try {
      return await unlessAborted(deadline.signal, this.carryOut(tool, request, caller, writing.signal));
    } catch (error) {
      if (deadline.signal.aborted) return failed(TOO_SLOW);
      this.records.failed(tool, error, caller);
      return this.answerFailure(tool, error);
    } finally {
      deadline.end();
      writing.end();
    }
  }

  private async carryOut(
    tool: Tool,
    request: ToolRequest,
    caller: McpCaller,
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    if (caller.grant) demandOperation(caller.grant, tool);
    const given = checkedArguments(request.args, tool.inputSchema);
    const now = () => this.clock.now();
    const args = await readableArguments(given, tool.inputSchema, now);
    const idempotencyKey = checkedIdempotencyKey(request.idempotencyKey, ['_meta', 'idempotency-key']);
    const session = await this.sessions.sessionFor(caller);
    const call: ToolCall = {
      session,
      args,
      sessionIn: (space) => this.sessions.sessionIn(space, caller, session),
      idempotencyKey,
      now,
      signal,
    };
    const result = await tracedMemory(
      tool.name,
      () => workOf(call),
      () =>
        duringOperation({ operation: `mcp:${tool.name}`, actor: actorOf(session) }, () =>
          this.runOnce(tool, call),
        ),
      ({ count }) => count,
    );
    this.records.done(tool, result, session, caller);
    if (tool.name === 'restore') await this.due.changed(call.session.namespace);
    return {
      content: [{ type: 'text', text: withinText(visibleText(result.text)) }],
      structuredContent: withNotice(result),
    };
  }

  /** A repeated call with the same key answers the first result. */
  private async runOnce(tool: Tool, call: ToolCall): Promise<ToolResult> {
    const { session, args, idempotencyKey: key } = call;
    if (!tool.isUnit || key === null) return tool.run(call);
    const operation = `mcp/${tool.name}`;
    const write = { agentId: session.agentId, key, operation, body: args };
    const { response, replayed } = await this.idempotency.once(write, () => tool.run(call));
    return replayed ? { ...response, count: 0 } : response;
  }

  private answerFailure(tool: Tool, error: unknown): CallToolResult {
    const { sentence, unexpected } = toolFailure(error);
    if (unexpected) this.logger.error(`${tool.name} failed (${errorName(error)})`, framesOf(error));
    return failed(sentence);
  }
}

function workOf({ session, args }: ToolCall): MemoryWork {
  const { id, upsert } = args;
  return {
    storeId: session.agentId,
    recordId: isUUID(id) ? (id as string) : null,
    isUpsert: upsert === true,
  };
}

/** A client may hand its model the structured part alone. */
function withNotice({ text, structured }: ToolResult): Record<string, unknown> {
  return text.includes(NOTES_HEAD) ? { notice: NOTES_HEAD, ...structured } : structured;
}

function failed(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: visibleText(sentence) }], isError: true };
}
