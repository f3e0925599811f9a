import { Body, Controller, Get, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentGrant } from '../access/current-grant';
import { coversAgent, demandAgent, type Grant, managerOf } from '../access/grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { AgentIdParam } from '../agents/agent-id.param';
import { AgentsService } from '../agents/agents.service';
import { Documented } from '../common/documented';
import { uuidParam } from '../common/uuid-param';
import { dryRunAnswer, runAnswer, toReceipt } from './forget-answer';
import { ForgetFinding } from './forget-finding.service';
import { ForgetRequest, ForgetResponse } from './forget.dto';
import { ApplyReceiptRequest, ForgetReceipt } from './receipt.dto';
import { requestedFindings, toSelector } from './forget-request';
import { type Receipt, receiptNotFound } from './forget-run';
import { Forgetting } from './forgetting.service';
import { Receipts } from './receipts.service';
import { Judges } from './judges.service';

const ReceiptId = uuidParam('receipt_id', 'Id of the receipt', receiptNotFound);

@ApiTags('Forgetting')
@ManagementRoute('manage')
@Controller('api/v2')
export class ForgetController {
  constructor(
    private readonly agents: AgentsService,
    private readonly finding: ForgetFinding,
    private readonly forgetting: Forgetting,
    private readonly judges: Judges,
    private readonly receipts: Receipts,
  ) {}

  @Post('agents/:agent_id/forget')
  @Documented({
    summary: 'Forget a person, an identifier or a subject, with a receipt',
    description:
      'A dry run, the default, says what would go. A run deletes it, with former versions and whatever else quotes it, and ' +
      'answers 202 if it goes on after some seconds: the receipt then says when it is done.',
    response: ForgetResponse,
  })
  async forget(
    @CurrentGrant() grant: Grant | null,
    @AgentIdParam() agentId: string,
    @Body() request: ForgetRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ForgetResponse> {
    await this.agents.get(agentId, false);
    return this.answer([agentId], request, grant, response);
  }

  @Post('forget')
  @Documented({
    summary: 'Forget in all agents that you manage',
    description: 'As for one agent.',
    response: ForgetResponse,
  })
  async forgetInAll(
    @CurrentGrant() grant: Grant | null,
    @Body() request: ForgetRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ForgetResponse> {
    const agentIds: string[] = [];
    const query = { limit: null, pattern: null, after: null, granted: grant?.agents ?? null };
    for await (const { agents } of this.agents.list(query, false)) {
      agentIds.push(...agents.map(({ agentId }) => agentId));
    }
    return this.answer(agentIds, request, grant, response);
  }

  @Get('receipts/:receipt_id')
  @Documented({
    summary: 'Get the receipt of a run',
    description: 'A key gets those of runs in agents that it is for.',
    response: ForgetReceipt,
  })
  async getReceipt(
    @CurrentGrant() grant: Grant | null,
    @ReceiptId() receiptId: string,
  ): Promise<ForgetReceipt> {
    const receipt = await this.forgetting.receipt(receiptId);
    if (grant !== null && !concerns(receipt, grant)) throw receiptNotFound(receiptId);
    return toReceipt(receipt);
  }

  @Post('receipts')
  @Documented({
    summary: 'Apply a receipt to a restored database',
    description: 'Deletes what the receipt names, if the receipt is not known here.',
    response: ForgetReceipt,
  })
  async applyReceipt(
    @CurrentGrant() grant: Grant | null,
    @Body() request: ApplyReceiptRequest,
  ): Promise<ForgetReceipt> {
    const receipt = await this.receipts.checked(request.receipt);
    if (grant !== null) receipt.agent_ids.forEach((agentId) => demandAgent(grant, agentId));
    return toReceipt(await this.receipts.apply(receipt));
  }

  private async answer(
    agentIds: readonly string[],
    request: ForgetRequest,
    grant: Grant | null,
    response: Response,
  ): Promise<ForgetResponse> {
    const selector = toSelector(request, this.judges.termsOf);
    const cursor = requestedFindings(request.cursor);
    if (request.dry_run) return dryRunAnswer(await this.finding.find(agentIds, selector), cursor);
    const actor = { by: managerOf(grant), sessionId: null };
    const receipt = await this.forgetting.forget(agentIds, selector, actor);
    if (receipt.state === 'running') response.status(202);
    return runAnswer(receipt);
  }
}

/** The receipt of a run in no agent is that of its key. */
function concerns({ agentIds, by }: Receipt, grant: Grant): boolean {
  if (agentIds.length === 0) return by === grant.by;
  return agentIds.every((agentId) => coversAgent(grant, agentId));
}
