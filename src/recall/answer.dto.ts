import { ApiProperty } from '@nestjs/swagger';
import { NEIGHBOUR_MODES, type NeighbourMode } from '../retrieval/search-query';
import { CERTAINTIES, type Certainty } from './bearing';
import { Decimal, Instant, OneOf, Optional, Text, WholeNumber } from '../common/request-decorators';
import type { MetadataQuery } from '../common/metadata';
import { MetadataConditions, Scopes } from '../common/metadata-fields';
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import { Include } from './include';
import { MAX_QUERY } from './recall-request';

/** Characters of a model's name. */
export const MAX_MODEL = 200;

export class AnswerRequest {
  /**
   * What to answer; at most 1000 characters, longer is 413 `query_too_long`
   * @example 'Which theme does the user like?'
   */
  @Text({ documentedMax: MAX_QUERY })
  question!: string;

  /**
   * Memories to answer from, 1 to 100
   * @example 15
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  limit = 15;

  /**
   * Leave out memories that score less
   * @example 0
   */
  @Optional()
  @Decimal({ min: 0, max: 1 })
  threshold = 0;

  /**
   * As in a recall
   * @example 'auto'
   */
  @Optional()
  @OneOf(NEIGHBOUR_MODES)
  neighbours: NeighbourMode = 'auto';

  /**
   * `superseded`: everything that held before, marked by `current: false`; without it, what the sources replaced, or all
   * of it if nothing holds now
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

  /**
   * How freely the model writes
   * @example 0
   */
  @Optional()
  @Decimal({ min: 0, max: 2 })
  temperature = 0;

  /**
   * The model to use instead of the server's; ignored where none is configured
   * @example 'gpt-5-mini'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_MODEL })
  model?: string | null;

  /**
   * The same as `model`, which comes first
   * @example 'gpt-5-mini'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_MODEL })
  ai_model?: string | null;
}

export class AnswerSource {
  /**
   * The memory
   * @example '0190b5a0-7c00-7000-8000-000000000001'
   */
  memory_id!: string;

  /**
   * Its agent
   * @example 'my-agent'
   */
  agent_id!: string;

  /**
   * Its title
   * @example 'The user prefers dark themes in every editor.'
   */
  title!: string;

  /**
   * Its score for the question, 0 to 1
   * @example 0.62
   */
  score!: number;

  /**
   * False: it held before
   * @example true
   */
  current!: boolean;
}

export class AnswerResponse extends NamespaceAnswer {
  /**
   * The question asked
   * @example 'Which theme does the user like?'
   */
  question!: string;

  /**
   * The answer; memories are cited as `[memory_id]`
   * @example 'The user prefers dark themes [0190b5a0-7c00-7000-8000-000000000001].'
   */
  answer!: string;

  /**
   * The memories cited, each with those that it replaced; none when nothing bears on the question
   * @example [{"memory_id":"0190b5a0-7c00-7000-8000-000000000001","agent_id":"my-agent","title":"The user prefers dark themes in every editor.","score":0.62,"current":true}]
   */
  sources!: AnswerSource[];

  /**
   * How sure it is that the sources answer and hold: `high` or `low`; `none` without sources
   * @example 'high'
   */
  @ApiProperty({ enum: CERTAINTIES })
  certainty!: Certainty;

  /**
   * The author of the answer: `extractive` (passages quoted by rule) or the name of the model
   * @example 'extractive'
   */
  generated_by!: string;
}

/** One of the events of an answer that is streamed. */
export class AnswerEvent {
  /**
   * The kind of event; `done` or `error` is the last
   * @example 'text'
   */
  @ApiProperty({ enum: ['text', 'sources', 'done', 'error'] })
  event!: string;

  /**
   * JSON: of `text` `{text}`, the next piece; of `sources` `{sources, certainty, generated_by}`, as in
   * AnswerResponse; of `done` `{}`; of `error` `{message}`
   */
  @ApiProperty({ example: '{"text":"The user prefers "}' })
  data!: string;
}
