import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import { demandAgent, type Grant } from '../access/grant';
import { LocalRoute } from '../access/loopback.guard';
import { AGENT_ID_FORM } from '../agents/agent';
import { Documented } from '../common/documented';
import { Instant, OneOf, Optional, Text, WholeNumber } from '../common/request-decorators';
import { MemoryRecord } from '../memories/memory-record.dto';
import { toInstant } from '../recall/recall-request';
import { COUNTED_BY, type CountedBy, type Counts } from './ui-counts';
import { UiCounts } from './ui-counts.service';

const MAX_BUCKETS = 400;

export class UiCountsQuery {
  /**
   * `change` is of one agent
   * @example 'type'
   */
  @OneOf(COUNTED_BY)
  by!: CountedBy;

  /**
   * Only this agent.
   * @example 'support-bot'
   */
  @Optional()
  @Text({ pattern: AGENT_ID_FORM })
  agent_id: string | null = null;

  /**
   * Not before
   * @example '2026-05-01'
   */
  @Optional()
  @Instant({ edge: 'start' })
  since: string | null = null;

  /**
   * Not after; a day counts whole
   * @example '2026-05-02'
   */
  @Optional()
  @Instant({ edge: 'end' })
  until: string | null = null;

  /**
   * Equal parts of the time
   * @example 60
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_BUCKETS })
  buckets = 60;

  /**
   * Of the tag or source
   * @example 'inv'
   */
  @Optional()
  @Text({ maxCodePoints: 64 })
  part: string | null = null;
}

export class UiCountGroup {
  /**
   * What is counted
   * @example 'fact'
   */
  name!: string;

  /**
   * How many
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  count!: number;

  /** By part of the time */
  @ApiProperty({ example: [3], type: [Number], nullable: true })
  counts!: number[] | null;

  /** The newest changes */
  @ApiProperty({ example: null, type: [MemoryRecord], nullable: true })
  memories!: MemoryRecord[] | null;
}

export class UiCountsDto {
  /**
   * The first memory
   * @example '2026-05-01T12:00:00.000Z'
   */
  first!: string | null;

  /**
   * The last
   * @example '2026-05-01T12:00:00.000Z'
   */
  last!: string | null;

  /**
   * The start
   * @example '2026-05-01T12:00:00.000Z'
   */
  since!: string;

  /**
   * The end
   * @example '2026-05-01T12:00:00.000Z'
   */
  until!: string;

  /**
   * Largest first
   * @example []
   */
  groups!: UiCountGroup[];
}

function uiCountsDto({ first, last, since, until, groups }: Counts): UiCountsDto {
  return {
    first: first?.toISOString() ?? null,
    last: last?.toISOString() ?? null,
    since: since.toISOString(),
    until: until.toISOString(),
    groups,
  };
}

@ApiTags('Local pages')
@LocalRoute('read')
@Controller('api/ui/counts')
export class UiCountsController {
  constructor(private readonly counts: UiCounts) {}

  @Get()
  @Documented({
    summary: 'Count memories or recalls',
    description: 'By time; tags and sources of all time. At most 50 groups.',
    response: UiCountsDto,
    errors: ['AgentNotFound'],
  })
  async getCounts(
    @CurrentGrant() grant: Grant | null,
    @Query() { agent_id: agentId, since, until, ...query }: UiCountsQuery,
  ): Promise<UiCountsDto> {
    if (grant !== null && agentId !== null) demandAgent(grant, agentId);
    const counts = await this.counts.read({
      ...query,
      agentId,
      granted: grant?.agents ?? null,
      since: since === null ? null : toInstant('since', since, 'start', 'query'),
      until: until === null ? null : toInstant('until', until, 'end', 'query'),
    });
    return uiCountsDto(counts);
  }
}
