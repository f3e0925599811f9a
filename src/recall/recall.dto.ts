import { MEMORY_TYPES, STATUS_FILTERS, type MemoryType, type StatusFilter } from '../backend/memory';
import {
  ChoiceField,
  ChoiceListField,
  FlagField,
  IdListField,
  InstantField,
  IntegerField,
  LabelListField,
  NumberField,
  Shown,
  ShownList,
  TagsField,
  TextField,
} from '../common/fields';
import { MemoryRecord } from '../memories/memory-record.dto';
import { NEIGHBOUR_MODES, type NeighbourMode } from '../retrieval/search-query';
import { SessionAnswer } from '../sessions/session-answer.dto';
import { MAX_QUERY } from './recall-request';
import { EXPLAINED, ExplainedMemory, MemoryExplanation, RecallExplanation } from './explanation.dto';

export const LIMIT = [
  '1 to 100 (more is 400 `k_too_large`); the server setting `RECALL_LIMIT` when omitted',
  10,
  { min: 1, documentedMax: 100, required: false },
] as const;

export const NEIGHBOURS = [
  'Which memories get a part of the score of those stored next to them: `auto` the turns of one conversation, the ' +
    'chunks of one file and the memories of one `thread`, `on` all memories of a session too, `off` none',
  'auto',
  { values: NEIGHBOUR_MODES, default: 'auto' },
] as const;

/** The filters of every read. */
export class FilterFields {
  @ChoiceListField('Only memories of these types', ['fact', 'preference'], {
    values: MEMORY_TYPES,
    required: false,
  })
  type?: MemoryType[] | null;

  @TagsField('Only memories with any of these tags', ['editor'], { required: false })
  tags?: string[] | null;

  @LabelListField('Only memories of these writers', ['agent'], { required: false })
  source?: string[] | null;
}

export class PeriodFilterFields extends FilterFields {
  @InstantField('Created at or after: an instant, or the start of a day in UTC', '2026-01-01', {
    edge: 'start',
    required: false,
  })
  created_after?: string | null;

  @InstantField('Created at or before: an instant, or the end of a day in UTC', '2099-12-31', {
    edge: 'end',
    required: false,
  })
  created_before?: string | null;
}

export class CountedAnswer extends SessionAnswer {
  @Shown('Memories in this answer', 0)
  count!: number;
}

export class RecallRequest extends PeriodFilterFields {
  @TextField(
    'What to look for; at most 1000 characters, longer is 413 `query_too_long`',
    'Which theme does the user like?',
    { documentedMax: MAX_QUERY },
  )
  query!: string;

  @IntegerField(...LIMIT)
  limit?: number | null;

  @NumberField(
    'Leave out memories that score less: 0.6 keeps what restates the query, 0.2 drops what shares only a common word',
    0,
    { min: 0, max: 1, default: 0 },
  )
  min_similarity?: number | null;

  @ChoiceField('State', 'active', { values: STATUS_FILTERS, default: 'active' })
  status?: StatusFilter | null;

  @ChoiceField(...NEIGHBOURS)
  neighbours?: NeighbourMode | null;

  @FlagField('Explain the place of each memory', false)
  explain?: boolean | null;

  @IntegerField(
    'Return only memories whose contents fit together, best first: about a token for 4 characters of Latin text. ' +
      'Memories are returned whole; `left_out` is how many did not fit',
    2000,
    { min: 1, max: 1_000_000, required: false },
  )
  max_tokens?: number | null;

  @NumberField(
    'How much memories that say the same as better ones are put behind others (maximal marginal relevance)',
    0,
    { min: 0, max: 1, default: 0 },
  )
  diversity?: number | null;

  @IdListField(
    'Memories for which the answer says where they stand and why, found or not; 1 to 10 ids',
    ['019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'],
    { maxItems: 10, required: false },
  )
  explain_ids?: string[] | null;
}

export class RecalledMemory extends MemoryRecord {
  @Shown(
    'Only with `explain`',
    {
      lexical: { rank: 1, score: 0.62 },
      vector: { rank: 1, score: 0.55, similarity: 0.71 },
      neighbours: 0,
      time: 0,
      speaker: 0,
      matched_terms: ['theme'],
    },
    { required: false, type: MemoryExplanation },
  )
  explain?: MemoryExplanation;
}

export class RecallResponse extends CountedAnswer {
  @Shown('The query asked', 'Which theme does the user like?')
  query!: string;

  @ShownList('Best first, unless `diversity` is given', RecalledMemory)
  memories!: RecalledMemory[];

  @Shown('How it was found', 'lexical', { enum: ['hybrid', 'lexical'] })
  retrieval!: 'hybrid' | 'lexical';

  @Shown(
    'Only with `explain`',
    {
      filters: { status: 'active' },
      candidates: 3,
      embedding_model: null,
      not_embedded: null,
      lexical_reason: 'no_model',
    },
    { required: false, type: RecallExplanation },
  )
  explain?: RecallExplanation;

  @Shown('Only with `max_tokens`: whether memories did not fit', false, { required: false })
  truncated?: boolean;

  @Shown('Only with `max_tokens`: how many did not fit', 0, { required: false, type: 'integer' })
  left_out?: number;

  @Shown('Only with `explain_ids`, in their order', [EXPLAINED], {
    required: false,
    type: ExplainedMemory,
    isArray: true,
  })
  explained?: ExplainedMemory[];
}
