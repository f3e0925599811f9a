import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import { MAX_BATCH } from '../backend/memory-limits';
import { STORE_ACTIONS } from '../backend/memory-store';
import { Flag, Objects, Optional } from '../common/request-decorators';
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import { SecretsAnswer } from '../screening/screening.dto';
import { RememberRequest } from './remember.dto';

export class BatchRememberRequest {
  /**
   * 1 to 100 memories, stored all or none
   * @example [{"content":"The deadline is Friday.","type":"event"},{"content":"The build runs on Node 20."}]
   */
  @Objects(() => RememberRequest, { maxItems: MAX_BATCH, minItems: 1 })
  memories!: RememberRequest[];

  /**
   * Do not store what an active memory of the same type says. Upserts ignore it: they compare `source_ref`
   * @example false
   */
  @Optional()
  @Flag()
  dedupe = false;
}

export class BatchRow extends SecretsAnswer {
  /**
   * Id of the memory; of an update or a duplicate, the existing one
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  id!: string;

  /**
   * `queued` when stored or edited, else `duplicate` or `rejected`
   * @example 'queued'
   */
  @ApiProperty({ enum: ['queued', 'duplicate', 'rejected'] })
  status!: 'queued' | 'duplicate' | 'rejected';

  /**
   * What the service did with the memory
   * @example 'store'
   */
  @ApiProperty({ enum: STORE_ACTIONS })
  action!: (typeof STORE_ACTIONS)[number];

  /** Why it was not stored */
  @ApiProperty({ example: null, type: String, nullable: true })
  reason!: string | null;

  /** What failed */
  @ApiProperty({ example: null, type: String, nullable: true })
  error!: string | null;

  /**
   * Memory type
   * @example 'event'
   */
  @ApiProperty({ enum: MEMORY_TYPES })
  type!: MemoryType;
}

export class BatchRememberResponse extends NamespaceAnswer {
  /**
   * Memories in the request
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  total_submitted!: number;

  /**
   * Stored now or before
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  successful!: number;

  /**
   * Not stored
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  failed!: number;

  /**
   * One row a memory, in order
   * @example []
   */
  results!: BatchRow[];
}
