import { ApiProperty } from '@nestjs/swagger';
import { OrNull, WholeNumber } from '../common/request-decorators';
import { MAX_QUOTA, MAX_WRITES } from '../config/env-rules';
import type { QuotaLimits, QuotaUse } from '../quotas/quota';

/** Null takes a quota of its own from an agent: then that of the service counts, if it has one. */
export class QuotaSettingsDto {
  /**
   * Memories that it may hold, expired ones included.
   * @example 10000
   */
  @OrNull()
  @WholeNumber({ min: 1, max: MAX_QUOTA })
  max_memories?: number | null;

  /**
   * UTF-8 bytes that content, titles and metadata may take.
   * @example 50000000
   */
  @OrNull()
  @WholeNumber({ min: 1, max: MAX_QUOTA })
  max_bytes?: number | null;

  /**
   * Memories that it may store or edit a minute, on all replicas together.
   * @example 600
   */
  @OrNull()
  @WholeNumber({ min: 1, max: MAX_WRITES })
  writes_per_minute?: number | null;
}

export class QuotaDto {
  /** What counts; null: no limit. */
  @ApiProperty({ type: 'integer', nullable: true, example: 10_000 })
  limit!: number | null;

  /** The agent's own; null: as the service is set. */
  @ApiProperty({ type: 'integer', nullable: true, example: null })
  own!: number | null;

  /** How much is used. */
  @ApiProperty({ type: 'integer', example: 120 })
  used!: number;
}

const EXAMPLE = { limit: 10_000, own: null, used: 120 };
/** Of `AgentQuotasDto`. */
export const QUOTAS_EXAMPLE = { max_memories: EXAMPLE, max_bytes: EXAMPLE, writes_per_minute: EXAMPLE };

export class AgentQuotasDto {
  /** Memories, active and expired. */
  @ApiProperty({ example: EXAMPLE })
  max_memories!: QuotaDto;

  /** Their bytes. */
  @ApiProperty({ example: EXAMPLE })
  max_bytes!: QuotaDto;

  /** Within this minute. */
  @ApiProperty({ example: EXAMPLE })
  writes_per_minute!: QuotaDto;
}

export function quotaChange(given: QuotaSettingsDto): Partial<QuotaLimits> {
  const { max_memories: maxMemories, max_bytes: maxBytes, writes_per_minute: writesPerMinute } = given;
  return {
    ...(maxMemories !== undefined && { maxMemories }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(writesPerMinute !== undefined && { writesPerMinute }),
  };
}

export function agentQuotasDto(own: QuotaLimits, { limits, used }: QuotaUse): AgentQuotasDto {
  const quota = (name: keyof QuotaLimits, count: number) => ({
    limit: limits[name],
    own: own[name],
    used: count,
  });
  return {
    max_memories: quota('maxMemories', used.memories),
    max_bytes: quota('maxBytes', used.bytes),
    writes_per_minute: quota('writesPerMinute', used.writes),
  };
}
