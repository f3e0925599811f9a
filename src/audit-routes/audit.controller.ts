import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { namespaceOf } from '../agents/agent';
import { AgentIdParam } from '../agents/agent-id.param';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import type { AuditFilter } from '../audit/audit-filter';
import { Documented } from '../common/documented';
import { startedStream } from '../common/started-stream';
import { parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { AuditKeysResponse, AuditLine, AuditQuery, AuditResponse, toRecordDto } from './audit.dto';
import { AuditReading } from './audit-reading.service';

const NDJSON = 'application/x-ndjson';
const PLACE = /^[1-9]\d{0,14}$/;

@ApiTags('Audit')
@Controller('api/v2')
export class AuditController {
  constructor(private readonly reading: AuditReading) {}

  @Get('agents/:agent_id/audit')
  @ManagementRoute('manage')
  @Documented({
    summary: 'Who changed what of an agent, newest first',
    description: 'Never content.',
    response: AuditResponse,
  })
  getAgentAudit(@AgentIdParam() agentId: string, @Query() query: AuditQuery): Promise<AuditResponse> {
    return this.page(namespaceOf(agentId), query);
  }

  @Get('agents/:agent_id/audit/export')
  @ManagementRoute('manage')
  @Documented({
    summary: 'The audit chain of an agent, with its signed head',
    description: 'A `header`, each `record` in its order, and the `head`.',
    response: { [NDJSON]: AuditLine },
  })
  exportAgentAudit(@AgentIdParam() agentId: string): Promise<StreamableFile> {
    return this.file(namespaceOf(agentId));
  }

  @Get('audit')
  @ManagementRoute()
  @Documented({
    summary: 'Management and refusals, newest first',
    description: 'As that of an agent.',
    response: AuditResponse,
  })
  getAudit(@Query() query: AuditQuery): Promise<AuditResponse> {
    return this.page(MANAGEMENT_CHAIN, query);
  }

  @Get('audit/export')
  @ManagementRoute()
  @Documented({
    summary: 'The audit chain of management',
    description: 'As that of an agent.',
    response: { [NDJSON]: AuditLine },
  })
  exportAudit(): Promise<StreamableFile> {
    return this.file(MANAGEMENT_CHAIN);
  }

  @Get('audit/key')
  @ManagementRoute('manage')
  @Documented({
    summary: 'The public keys of signed heads',
    description: 'Ed25519.',
    response: AuditKeysResponse,
  })
  async getAuditKeys(): Promise<AuditKeysResponse> {
    const { current, keys } = await this.reading.publicKeys();
    return {
      current,
      keys: keys.map(({ keyId, publicKey, firstUsedAt }) => ({
        key_id: keyId,
        public_key: publicKey,
        first_used_at: firstUsedAt.toISOString(),
      })),
    };
  }

  private async page(chain: string, query: AuditQuery): Promise<AuditResponse> {
    const { records, next } = await this.reading.page(chain, toFilter(query), placeOf(query), query.limit);
    return { records: records.map(toRecordDto), next_cursor: next === null ? null : String(next) };
  }

  private async file(chain: string): Promise<StreamableFile> {
    return new StreamableFile(await startedStream(this.reading.lines(chain)), { type: NDJSON });
  }
}

function toFilter({ since, until, actor, operation, target }: AuditQuery): AuditFilter {
  return {
    since: since === null ? null : parseInstant(since, 'start'),
    until: until === null ? null : parseInstant(until, 'end'),
    actor,
    operation,
    target,
  };
}

function placeOf({ cursor }: AuditQuery): number | null {
  if (cursor === null) return null;
  if (!PLACE.test(cursor))
    throw invalid(['query', 'cursor'], 'Value is not a cursor of this listing', cursor);
  return Number(cursor);
}
