import { Injectable } from '@nestjs/common';
import { ActivityLog } from '../activity/activity-log.service';
import { namespaceOf } from '../agents/agent';
import { AuditRefusals } from '../audit/audit-refusals.service';
import { DomainError } from '../common/domain-error';
import type { ActiveSession } from '../sessions/session';
import type { McpCaller } from './mcp-admission.service';
import type { Tool, ToolResult } from './tool';

/** What a caller is refused whose credential is known. */
const REFUSALS = new Set(['KeyNotAllowed', 'KeyNotForAgent']);

/** Records of tool calls: in the activity log, or in the audit chain if they were refused. */
@Injectable()
export class ToolRecords {
  constructor(
    private readonly activity: ActivityLog,
    private readonly refusals: AuditRefusals,
  ) {}

  done(tool: Tool, { operation, count }: ToolResult, session: ActiveSession, { program }: McpCaller): void {
    const { agentId, sessionId } = session;
    const kind = tool.access === 'read' ? 'read' : 'write';
    this.activity.record({
      tool: program,
      agentId,
      sessionId,
      op: operation,
      kind,
      n: count,
      by: session.grant?.by ?? null,
    });
  }

  /** A refused tool call is a result, which the filter of errors does not see. */
  failed({ name }: Tool, error: unknown, { grant, agentId }: McpCaller): void {
    if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) return;
    this.refusals.note({
      code: error.code,
      operation: `mcp:${name}`,
      actor: grant?.by ?? agentId,
      chain: namespaceOf(agentId),
    });
  }
}
