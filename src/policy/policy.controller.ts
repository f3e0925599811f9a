import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { IfMatch, type ReadVersion } from '../common/if-match.param';
import { Repeats, type Repetition } from '../memories/idempotency-key.param';
import { RepeatableWrites } from '../memories/repeatable-writes.service';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { isEmptyDocument } from './policy';
import { PolicyRequest, PolicyResponse, PolicyStoredResponse, toPolicyDocument } from './policy.dto';
import {
  PresetAdoptedResponse,
  PresetListResponse,
  PresetRequest,
  PresetResponse,
  toPresetSummary,
} from './preset.dto';
import { PRESETS } from './policy-presets';
import { PoliciesService } from './policies.service';

@ApiTags('Expiry policy')
@Controller('api/v2/agents/:agent_id/policy')
export class PolicyController {
  constructor(
    private readonly policies: PoliciesService,
    private readonly writes: RepeatableWrites,
  ) {}

  @Get()
  @SessionRoute('read')
  @Logged('policy-get', 'read', () => 0)
  @Documented({
    summary: 'The expiry policy',
    description: 'Where none was set, an empty one: nothing expires by itself.',
    response: PolicyResponse,
  })
  async getPolicy(@CurrentSession() { agentId }: ActiveSession): Promise<PolicyResponse> {
    const { policy, updatedAt } = await this.policies.stored(agentId);
    const updated_at = updatedAt?.toISOString() ?? null;
    return { agent_id: agentId, policy, is_empty: isEmptyDocument(policy), updated_at };
  }

  @Put()
  @SessionRoute('manage')
  @Logged('policy-set', 'write', () => 0)
  @Documented({
    summary: 'Replace the expiry policy',
    description:
      'Nothing expires until a sweep runs. Durations: whole numbers of minutes, hours, days, weeks, months ' +
      '(30 days), years (365 days): `30m`, `12h`, `7d`, `2w`, `3mo`, `1y`; or `never`.',
    response: PolicyStoredResponse,
  })
  async setPolicy(
    @CurrentSession() { agentId }: ActiveSession,
    @Body() request: PolicyRequest,
    @Repeats() repetition: Repetition,
    @IfMatch() version: ReadVersion | null,
  ): Promise<PolicyStoredResponse> {
    const policy = toPolicyDocument(request);
    return this.writes.once(repetition, { agentId, operation: 'policy', body: policy }, async () => {
      await this.policies.replace(agentId, policy, version);
      return { agent_id: agentId, path: `/api/v2/agents/${agentId}/policy`, policy };
    });
  }

  @Get('presets')
  @SessionRoute('read')
  @Logged('policy-presets', 'read', () => 0)
  @Documented({
    summary: 'Ready-made policies',
    description: 'Lists the presets with their retention. `POST .../policy/preset` adopts one.',
    response: PresetListResponse,
  })
  listPolicyPresets(@CurrentSession() _session: ActiveSession): PresetListResponse {
    return { presets: PRESETS.map(toPresetSummary) };
  }

  @Get('presets/:name')
  @SessionRoute('read')
  @Logged('policy-preview', 'read', () => 0)
  @ApiParam({ name: 'name', description: 'Name of the preset', example: 'balanced' })
  @Documented({
    summary: 'A ready-made policy',
    description: 'The whole policy of a preset. Nothing is changed.',
    response: PresetResponse,
    errors: ['preset_not_found'],
  })
  getPolicyPreset(@CurrentSession() _session: ActiveSession, @Param('name') name: string): PresetResponse {
    return this.policies.getPreset(name);
  }

  @Post('preset')
  @SessionRoute('manage')
  @Logged('policy-preset', 'write', () => 0)
  @Documented({
    summary: 'Replace the expiry policy by a ready-made one',
    description: 'The whole policy, with its rules.',
    response: PresetAdoptedResponse,
    errors: ['unknown_preset'],
  })
  async adoptPolicyPreset(
    @CurrentSession() { agentId }: ActiveSession,
    @Body() request: PresetRequest,
    @Repeats() repetition: Repetition,
  ): Promise<PresetAdoptedResponse> {
    return this.writes.once(repetition, { agentId, operation: 'policy/preset', body: request }, async () => {
      const { name, policy } = await this.policies.adopt(agentId, request.name);
      return { agent_id: agentId, preset: name, policy };
    });
  }
}
