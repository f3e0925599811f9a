import { Controller, Get, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Grant } from '../access/grant';
import { CurrentGrant } from '../access/current-grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { AgentIdParam } from '../agents/agent-id.param';
import { Documented } from '../common/documented';
import { inviteBody } from '../common/request-body';
import { startedStream } from '../common/started-stream';
import { AgentExport } from './agent-export.service';
import { refusalOf } from './granted-lines';
import { NDJSON, StreamImport } from './stream-import.service';
import { ExportLine, ImportQuery, ImportResponse } from './transfer.dto';

const LINES_EXAMPLE =
  '{"kind":"header","format":1,"agents":["support-bot"]}\n' +
  '{"kind":"agent","agent_id":"support-bot","namespace":"service_agent_support-bot","pattern":"support","description":null,' +
  '"status":"ready","created_at":"2026-05-01T09:30:00+00:00","last_session":null,"session_count":0,"memory_count":0}\n' +
  '{"kind":"end","lines":2}\n';

@ApiTags('Agents')
@ManagementRoute('manage')
@Controller('api/v2')
export class TransferController {
  constructor(
    private readonly exports: AgentExport,
    private readonly imports: StreamImport,
  ) {}

  @Get('agents/:agent_id/export')
  @Documented({
    summary: 'Export an agent with all its memories',
    description:
      'The lines that `npm run export` writes, as of the instant at which the answer begins. An answer without its `end` line is not whole.',
    response: { [NDJSON]: ExportLine },
    errors: ['AgentNotFound', 'TransferUnsupported'],
  })
  async exportAgent(@AgentIdParam() agentId: string): Promise<StreamableFile> {
    const stream = await startedStream(this.exports.stream(agentId));
    return new StreamableFile(stream, {
      type: NDJSON,
      disposition: `attachment; filename="${agentId}.ndjson"`,
    });
  }

  @Post('import')
  @ApiConsumes(NDJSON)
  @ApiBody({ schema: { type: 'string' }, examples: { lines: { value: LINES_EXAMPLE } }, required: true })
  @Documented({
    summary: 'Import agents from the lines of an export',
    description:
      'What is here stays as it is: sending a stream again continues an interrupted import. ' +
      'A line has at most 8 MiB, and memories have the limits of `remember`. Each is imported with its whole history ' +
      'or not at all.',
    response: ImportResponse,
    errors: ['ImportIncomplete', 'TransferUnsupported', 'unsupported_media_type'],
  })
  async importAgents(
    @CurrentGrant() grant: Grant | null,
    @Query() { restore_deleted }: ImportQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportResponse> {
    const options = { force: restore_deleted, refusal: grant === null ? null : refusalOf(grant) };
    return this.imports.take(request, options, () => inviteBody(request, response));
  }
}
