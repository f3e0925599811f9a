import type { Request } from 'express';
import { addressOf } from './access/wrong-credentials.service';
import { namespaceOf } from './agents/agent';
import { runningOperation } from './audit/audit-operation';
import type { AuditRefusals } from './audit/audit-refusals.service';
import { DomainError } from './common/domain-error';
import { agentIdLabel } from './observability/observed-request';

/** Whose key or session it was is known: these may be about an agent of theirs. */
const OF_KNOWN = new Set(['KeyNotAllowed', 'KeyNotForAgent']);

/** Leaves a record of a request that was not admitted. */
export function noteRefusal(refusals: AuditRefusals, error: unknown, status: number, request: Request): void {
  if (!(error instanceof DomainError) || (status !== 401 && status !== 403)) return;
  const running = runningOperation();
  const agentId = OF_KNOWN.has(error.code) ? agentIdLabel(request.params.agent_id) : null;
  refusals.note({
    code: error.code,
    operation: running?.operation ?? null,
    actor: running?.actor ?? `client:${addressOf(request)}`,
    chain: agentId === null ? null : namespaceOf(agentId),
  });
}
