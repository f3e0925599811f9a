import { ApiProperty } from '@nestjs/swagger';
import type { MemoryType } from '../backend/memory';
import { Text } from '../common/request-decorators';
import { AgentAnswer } from '../sessions/session-answer.dto';
import { NEVER } from './policy';
import { EXAMPLE, PolicyView, RETENTION } from './policy.dto';
import { findPreset, PRESET_NAMES, type PolicyPreset } from './policy-presets';

export class PresetRequest {
  /**
   * @example 'balanced'
   */
  // No choice: the interface answers an unknown one as 400.
  @Text({ allowBlank: true })
  @ApiProperty({ description: `The preset: ${PRESET_NAMES.join(', ')}`, enum: PRESET_NAMES })
  name!: string;
}

export class PresetAdoptedResponse extends AgentAnswer {
  /**
   * The preset
   * @example 'balanced'
   */
  @ApiProperty({ enum: PRESET_NAMES })
  preset!: (typeof PRESET_NAMES)[number];

  /** The policy */
  @ApiProperty({ example: EXAMPLE })
  policy!: PolicyView;
}

export class DescribedPreset {
  /**
   * Name
   * @example 'balanced'
   */
  @ApiProperty({ enum: PRESET_NAMES })
  name!: (typeof PRESET_NAMES)[number];

  /** For people to read */
  @ApiProperty({ example: findPreset('balanced')?.description })
  description!: string;
}

export class PresetSummary extends DescribedPreset {
  /** Durations by memory type */
  @ApiProperty({ example: RETENTION, type: Object })
  retention!: Partial<Record<MemoryType, string>>;

  /**
   * How many rules it has
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  rule_count!: number;

  /** How long a memory must have been expired to be purged */
  @ApiProperty({ example: NEVER })
  purge_expired_after!: string;
}

export class PresetListResponse {
  /**
   * From the most careful on
   * @example []
   */
  presets!: PresetSummary[];
}

export class PresetResponse extends DescribedPreset {
  /** The policy */
  @ApiProperty({ example: EXAMPLE })
  policy!: PolicyView;
}

export function toPresetSummary({ name, description, policy }: PolicyPreset): PresetSummary {
  return {
    name,
    description,
    retention: policy.retention,
    rule_count: policy.rules.length,
    purge_expired_after: policy.purge_expired_after,
  };
}
