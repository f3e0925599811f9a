import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, STATUS_FILTERS, type MemoryType, type StatusFilter } from '../backend/memory';
import {
  AnyOf,
  Decimal,
  Flag,
  Instant,
  Labels,
  MemoryIds,
  OneOf,
  Optional,
  Tags,
  Text,
  WholeNumber,
} from '../common/request-decorators';
import type { MetadataQuery } from '../common/metadata';
import { MetadataConditions, Scopes } from '../common/metadata-fields';
import { MemoryRecord } from '../memories/memory-record.dto';
import { NEIGHBOUR_MODES, type NeighbourMode } from '../retrieval/search-query';
import { SessionAnswer } from '../sessions/session-answer.dto';
import { Include } from './include';
import { MAX_QUERY } from './recall-request';
import type { Bears } from './bearing';
import { CUTS, VERDICTS, type CutMode, type Verdict } from './cut';
import { EXPLAINED, ExplainedMemory, MemoryExplanation, RecallExplanation } from './explanation.dto';

/** The filters of every read. */
export class FilterFields {
  /**
   * Only memories of these types
   * @example ["fact","preference"]
   */
  @Optional()
  @AnyOf(MEMORY_TYPES)
  type?: MemoryType[] | null;

  /**
   * Only memories with any of these tags
   * @example ["editor"]
   */
  @Optional()
  @Tags()
  tags?: string[] | null;

  /**
   * Only memories of these writers
   * @example ["agent"]
   */
  @Optional()
  @Labels()
  source?: string[] | null;

  /**
   * Only of these scopes: a scope, a beginning and `*`, or null for none
   * @example ["user:dana@example.com"]
   */
  @Optional()
  @Scopes()
  scopes?: (string | null)[] | null;

  /**
   * Only with these metadata: for each key a value, or any of several; a list has each of its texts
   * @example {"project":"atlas"}
   */
  @Optional()
  @MetadataConditions()
  metadata?: MetadataQuery | null;
}

export class PeriodFilterFields extends FilterFields {
  /**
   * Created at or after: an instant, or the start of a day in UTC
   * @example '2026-01-01'
   */
  @Optional()
  @Instant({ edge: 'start' })
  created_after?: string | null;

  /**
   * Created at or before: an instant, or the end of a day in UTC
   * @example '2099-12-31'
   */
  @Optional()
  @Instant({ edge: 'end' })
  created_before?: string | null;
}

export class CountedAnswer extends SessionAnswer {
  /**
   * Memories in this answer
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count!: number;
}

export class RecallRequest extends PeriodFilterFields {
  /**
   * What to look for; at most 1000 characters, longer is 413 `query_too_long`
   * @example 'Which theme does the user like?'
   */
  @Text({ documentedMax: MAX_QUERY })
  query!: string;

  /**
   * 1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted
   * @example 10
   */
  @Optional()
  @WholeNumber({ documentedMax: 100, min: 1 })
  limit?: number | null;

  /**
   * Leave out memories that score less: 0.6 keeps what restates the query, 0.2 drops what shares only a common
   * word
   * @example 0
   */
  @Optional()
  @Decimal({ min: 0, max: 1 })
  min_similarity = 0;

  /**
   * State
   * @example 'active'
   */
  @Optional()
  @OneOf(STATUS_FILTERS)
  status: StatusFilter = 'active';

  /**
   * `superseded`: also what does not hold now, marked by `current: false`: superseded, past or outside of its time, or
   * older than another memory of its `key`
   * @example 'superseded'
   */
  @Optional()
  @Include()
  include?: string | string[] | null;

  /**
   * Only what held in the world at this instant, superseded or not; a date is the end of that day in UTC
   * @example '2026-05-01'
   */
  @Optional()
  @Instant({ edge: 'end', isoOnly: true })
  valid_at?: string | null;

  /**
   * Which memories get a part of the score of those stored next to them: `auto` the turns of one conversation,
   * the chunks of one file and the memories of one `thread`, `on` all memories of a session too, `off` none
   * @example 'auto'
   */
  @Optional()
  @OneOf(NEIGHBOUR_MODES)
  neighbours: NeighbourMode = 'auto';

  /**
   * Explain the place of each memory
   * @example false
   */
  @Optional()
  @Flag()
  explain = false;

  /**
   * Return only memories whose contents fit together, best first: about a token for 4 characters of Latin text.
   * `left_out`: how many did not fit
   * @example 2000
   */
  @Optional()
  @WholeNumber({ min: 1, max: 1_000_000 })
  max_tokens?: number | null;

  /**
   * How much memories that say the same as better ones are put behind others (maximal marginal relevance)
   * @example 0
   */
  @Optional()
  @Decimal({ min: 0, max: 1 })
  diversity = 0;

  /**
   * `auto` returns only memories that bear on the query: none when nothing does, or when nothing names the person or
   * thing that a question names. `verdict` says how sure that is
   * @example 'none'
   */
  @Optional()
  @OneOf(CUTS)
  cut: CutMode = 'none';

  /**
   * Ids of memories whose rank and score the answer explains, even if they are not returned; 1 to 10
   * @example ["019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e"]
   */
  @Optional()
  @MemoryIds({ maxItems: 10 })
  explain_ids?: string[] | null;
}

export class BearsReason implements Bears {
  /**
   * How sure it is that the memory bears on the query
   * @example 'high'
   */
  @ApiProperty({ enum: ['high', 'low'] })
  certainty!: 'high' | 'low';

  /**
   * Why it bears on the query, in a few words for people to read
   * @example 'holds 2 of 3 terms'
   */
  reason!: string;
}

export class RecalledMemory extends MemoryRecord {
  /**
   * Memories that say otherwise, by open links: which of them holds is not decided
   * @example []
   */
  conflicts_with!: string[];

  /**
   * Only with `cut: "auto"`: why the memory bears on the query
   * @example {"certainty":"high","reason":"holds 2 of 3 terms"}
   */
  bears?: BearsReason;

  /**
   * Only with `explain`
   * @example {"lexical":{"rank":1,"score":0.62},"vector":{"rank":1,"score":0.55,"similarity":0.71},"neighbours":0,"time":0,"speaker":0,"matched_terms":["theme"]}
   */
  explain?: MemoryExplanation;
}

export class RecallResponse extends CountedAnswer {
  /**
   * The query asked
   * @example 'Which theme does the user like?'
   */
  query!: string;

  /**
   * Best first, unless `diversity` is given
   * @example []
   */
  memories!: RecalledMemory[];

  /**
   * How it was found
   * @example 'lexical'
   */
  @ApiProperty({ enum: ['hybrid', 'lexical'] })
  retrieval!: 'hybrid' | 'lexical';

  /**
   * Only with `explain`
   * @example {"filters":{"status":"active"},"candidates":3,"embedding_model":null,"not_embedded":null,"lexical_reason":"no_model"}
   */
  explain?: RecallExplanation;

  /**
   * Only with `max_tokens`: whether memories did not fit
   * @example false
   */
  truncated?: boolean;

  /**
   * Only with `cut: "auto"`: `found`, `weak` (what is returned may bear on the query) or `nothing`
   * @example 'found'
   */
  @ApiProperty({ enum: VERDICTS })
  verdict?: Verdict;

  /**
   * Only with `max_tokens` or `cut: "auto"`: how many of the best `limit` did not fit or do not bear on the query
   * @example 0
   */
  @ApiProperty({ type: 'integer', required: false })
  left_out?: number;

  /** Only with `explain_ids`, in their order */
  @ApiProperty({ example: [EXPLAINED], type: ExplainedMemory, isArray: true })
  explained?: ExplainedMemory[];
}
