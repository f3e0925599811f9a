import type { NeighbourMode } from '../retrieval/neighbours';
import { CERTAINTIES, type Certainty } from './bearing';
import { ChoiceField, IntegerField, NumberField, Shown, TextField } from '../common/fields';
import { NamespaceAnswer } from '../sessions/session-answer.dto';
import { NEIGHBOURS } from './recall.dto';
import { MAX_QUERY } from './recall-request';

export const MODEL = {
  description: "The model to use instead of the server's; ignored where none is configured",
  example: 'gpt-5-mini',
  maxCodePoints: 200,
  required: false,
};

export const AI_MODEL = { ...MODEL, description: 'The same as `model`, which comes first' };

export class AnswerRequest {
  @TextField({
    description: 'What to answer; at most 1000 characters, longer is 413 `query_too_long`',
    documentedMax: MAX_QUERY,
    example: 'Which theme does the user like?',
  })
  question!: string;

  @IntegerField({
    description: 'Memories to answer from, 1 to 100',
    example: 15,
    min: 1,
    max: 100,
    required: false,
    default: 15,
  })
  limit?: number | null;

  @NumberField({
    description: 'Leave out memories that score less',
    example: 0,
    min: 0,
    max: 1,
    required: false,
    default: 0,
  })
  threshold?: number | null;

  @ChoiceField(NEIGHBOURS)
  neighbours?: NeighbourMode | null;

  @NumberField({
    description: 'How freely the model writes',
    example: 0.7,
    min: 0,
    max: 2,
    required: false,
    default: 0.7,
  })
  temperature?: number | null;

  @TextField(MODEL)
  model?: string | null;

  @TextField(AI_MODEL)
  ai_model?: string | null;
}

export class AnswerSource {
  @Shown({ description: 'The memory', example: '0190b5a0-7c00-7000-8000-000000000001' })
  memory_id!: string;

  @Shown({ description: 'Its title', example: 'The user prefers dark themes in every editor.' })
  title!: string;

  @Shown({ description: 'Its score for the question, 0 to 1', example: 0.62 })
  score!: number;
}

export class AnswerResponse extends NamespaceAnswer {
  @Shown({ description: 'The question asked', example: 'Which theme does the user like?' })
  question!: string;

  @Shown({
    description: 'The answer; memories are cited as `[memory_id]`',
    example: 'The user prefers dark themes [0190b5a0-7c00-7000-8000-000000000001].',
  })
  answer!: string;

  @Shown({
    description: 'The memories cited, in the order of their scores; none when nothing bears on the question',
    example: [
      {
        memory_id: '0190b5a0-7c00-7000-8000-000000000001',
        title: 'The user prefers dark themes in every editor.',
        score: 0.62,
      },
    ],
    type: AnswerSource,
    isArray: true,
  })
  sources!: AnswerSource[];

  @Shown({
    description:
      'How sure it is that the sources bear on the question, by the score of the best one: `high` or `low`; `none` ' +
      'without sources',
    example: 'high',
    enum: CERTAINTIES,
  })
  certainty!: Certainty;

  @Shown({
    description: 'Who wrote the answer: `extractive` (passages quoted by rule) or the name of the model',
    example: 'extractive',
  })
  generated_by!: string;
}

/** One of the events of an answer that is streamed. */
export class AnswerEvent {
  @Shown({
    description: 'The kind of event; `done` or `error` is the last',
    example: 'text',
    enum: ['text', 'sources', 'done', 'error'],
  })
  event!: string;

  @Shown({
    description:
      'JSON: of `text` `{text}`, the next piece; of `sources` `{sources, certainty, generated_by}`, as in AnswerResponse; of ' +
      '`done` `{}`; of `error` `{message}`',
    example: '{"text":"The user prefers "}',
  })
  data!: string;
}
