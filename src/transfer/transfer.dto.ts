import { ApiProperty } from '@nestjs/swagger';
import { Flag, Optional } from '../common/request-decorators';
import type { ImportTally } from './import-tally';
import { LINE_KINDS } from './transfer-line';

/** Bad lines in an answer. */
const MAX_ERRORS = 20;
const MAX_REASON = 200;

export class ExportLine {
  /**
   * Decides the other fields. The first line is the `header`, the last one the `end`, with the number of lines before it.
   * @example 'memory'
   */
  @ApiProperty({ enum: ['header', ...LINE_KINDS, 'end'] })
  kind!: 'header' | (typeof LINE_KINDS)[number] | 'end';
}

export class ImportQuery {
  /**
   * Also imports memories that were deleted for good here, or whose content was.
   * @example false
   */
  @Optional()
  @Flag()
  restore_deleted = false;
}

export class ImportErrorDto {
  /**
   * The number of the line, from 1.
   * @example 17
   */
  @ApiProperty({ type: 'integer' })
  line!: number;

  /**
   * Why it was not imported.
   * @example 'it is not whole JSON'
   */
  reason!: string;
}

export class ImportResponse {
  /**
   * Agents in the stream that are here now.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  agents!: number;

  /**
   * Memories that were stored.
   * @example 120
   */
  @ApiProperty({ type: 'integer' })
  created!: number;

  /**
   * Memories that were here already, and stay as they are.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  existing!: number;

  /**
   * Memories that were not stored, because they were deleted for good here.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  refused!: number;

  /**
   * Lines that could not be imported, the first 20.
   * @example []
   */
  errors!: ImportErrorDto[];
}

export function importResponse({ agents, memories, bad }: ImportTally): ImportResponse {
  const errors = bad.slice(0, MAX_ERRORS).map(({ number, reason }) => ({
    line: number,
    reason: reason.slice(0, MAX_REASON).toWellFormed(),
  }));
  const { stored: created, there: existing, refused } = memories;
  return { agents, created, existing, refused, errors };
}
