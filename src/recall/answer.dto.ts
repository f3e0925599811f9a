import type { NeighbourMode } from '../retrieval/search-query';
import { CERTAINTIES, type Certainty } from './bearing';
import { ChoiceField, IntegerField, NumberField, Shown, TextField } from '../common/fields';
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import { NEIGHBOURS } from './recall.dto';
import { MAX_QUERY } from './recall-request';

export const MODEL = [
  "The model to use instead of the server's; ignored where none is configured",
  'gpt-5-mini',
  { maxCodePoints: 200, required: false },
] as const;

export const AI_MODEL = ['The same as `model`, which comes first', MODEL[1], MODEL[2]] as const;

export class AnswerRequest {
  @TextField(
    'What to answer; at most 1000 characters, longer is 413 `query_too_long`',
    'Which theme does the user like?',
    { documentedMax: MAX_QUERY },
  )
  question!: string;

  @IntegerField('Memories to answer from, 1 to 100', 15, { min: 1, max: 100, default: 15 })
  limit?: number | null;

  @NumberField('Leave out memories that score less', 0, { min: 0, max: 1, default: 0 })
  threshold?: number | null;

  @ChoiceField(...NEIGHBOURS)
  neighbours?: NeighbourMode | null;

  @NumberField('How freely the model writes', 0.7, { min: 0, max: 2, default: 0.7 })
  temperature?: number | null;

  @TextField(...MODEL)
  model?: string | null;

  @TextField(...AI_MODEL)
  ai_model?: string | null;
}

export class AnswerSource {
  @Shown('The memory', '0190b5a0-7c00-7000-8000-000000000001')
  memory_id!: string;

  @Shown('Its title', 'The user prefers dark themes in every editor.')
  title!: string;

  @Shown('Its score for the question, 0 to 1', 0.62)
  score!: number;
}

export class AnswerResponse extends NamespaceAnswer {
  @Shown('The question asked', 'Which theme does the user like?')
  question!: string;

  @Shown(
    'The answer; memories are cited as `[memory_id]`',
    'The user prefers dark themes [0190b5a0-7c00-7000-8000-000000000001].',
  )
  answer!: string;

  @Shown(
    'The memories cited, in the order of their scores; none when nothing bears on the question',
    [
      {
        memory_id: '0190b5a0-7c00-7000-8000-000000000001',
        title: 'The user prefers dark themes in every editor.',
        score: 0.62,
      },
    ],
    { type: AnswerSource, isArray: true },
  )
  sources!: AnswerSource[];

  @Shown(
    'How sure it is that the sources bear on the question, by the score of the best one: `high` or `low`; `none` ' +
      'without sources',
    'high',
    { enum: CERTAINTIES },
  )
  certainty!: Certainty;

  @Shown(
    'Who wrote the answer: `extractive` (passages quoted by rule) or the name of the model',
    'extractive',
  )
  generated_by!: string;
}

/** One of the events of an answer that is streamed. */
export class AnswerEvent {
  @Shown('The kind of event; `done` or `error` is the last', 'text', {
    enum: ['text', 'sources', 'done', 'error'],
  })
  event!: string;

  @Shown(
    'JSON: of `text` `{text}`, the next piece; of `sources` `{sources, certainty, generated_by}`, as in AnswerResponse; of ' +
      '`done` `{}`; of `error` `{message}`',
    '{"text":"The user prefers "}',
  )
  data!: string;
}
