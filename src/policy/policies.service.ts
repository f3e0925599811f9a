import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import type { ReadVersion } from '../common/if-match.param';
import { NO_POLICY, type PolicyDocument } from './policy';
import { findPreset, PRESET_NAMES, type PolicyPreset } from './policy-presets';
import { PoliciesRepository } from './policies.repository';

const MAX_SHOWN_NAME = 100;

@Injectable()
export class PoliciesService {
  constructor(
    private readonly repository: PoliciesRepository,
    private readonly clock: Clock,
  ) {}

  /** An empty one when none was set. */
  async get(agentId: string): Promise<PolicyDocument> {
    return (await this.stored(agentId)).policy;
  }

  /** The policy, and when it was set; null for never. */
  async stored(agentId: string): Promise<{ policy: PolicyDocument; updatedAt: Date | null }> {
    return (await this.repository.find(agentId)) ?? { policy: NO_POLICY, updatedAt: null };
  }

  /** Replaces the whole policy. Throws AgentNotFound, PreconditionFailed. */
  async replace(agentId: string, policy: PolicyDocument, version: ReadVersion | null = null): Promise<void> {
    await this.repository.save(agentId, policy, this.clock.now(), version);
  }

  getPreset(name: string): PolicyPreset {
    const preset = findPreset(name);
    if (preset === null) throw new DomainError('preset_not_found', unknownPreset(name));
    return preset;
  }

  async adopt(agentId: string, name: string): Promise<PolicyPreset> {
    const preset = findPreset(name);
    if (preset === null) throw new DomainError('unknown_preset', unknownPreset(name));
    await this.replace(agentId, preset.policy);
    return preset;
  }

  agentsWithPolicy(after: string | null, limit: number): Promise<string[]> {
    return this.repository.listAgents(after, limit);
  }
}

function unknownPreset(name: string): string {
  const shown = name.slice(0, MAX_SHOWN_NAME).toWellFormed();
  return `Unknown preset '${shown}': use ${PRESET_NAMES.join(', ')}`;
}
