import { Field } from '../common/field';
import { listRule, problem, textRule, within, type Problem } from '../common/field-rules';
import { ChoiceField, FlagField, IntegerField, NumberField, TextField } from '../common/fields';
import { namespaceRule } from './namespace-name';

/** A turn of the conversation before the question. */
export interface Turn {
  role: string;
  content: string;
}

const MAX_TURNS = 100;
const MAX_PROMPT = 200_000;

const role = textRule({ maxCodePoints: 50 });
const content = textRule({ maxCodePoints: MAX_PROMPT, allowBlank: true });

const MODEL = {
  description: 'The model to use instead of the configured one',
  example: 'gpt-5-mini',
  maxCodePoints: 200,
  required: false,
};
const PROMPT = {
  description: 'Said to the model before the question, or after it',
  example: 'Answer in one sentence.',
  maxCodePoints: MAX_PROMPT,
  allowBlank: true,
  required: false,
};
const HISTORY = {
  description: 'The conversation before the question',
  example: [{ role: 'user', content: 'Hello' }],
  required: false,
};
const TURNS = {
  rule: listRule(turnRule, 0, MAX_TURNS),
  clean: (turns: readonly Turn[]) => turns.map(cleanTurn),
};

/** Cloud clients spell in camel case what on-prem clients spell with underscores. */
export class AnswerRequest {
  @Field(
    { description: 'Whose documents to answer from; empty for the model alone', example: 'notes' },
    { rule: (value) => (value === '' ? [] : namespaceRule(value)) },
    { type: String },
  )
  namespace!: string;

  @TextField({
    description: 'What to answer',
    example: 'Which theme does the user like?',
    maxCodePoints: MAX_PROMPT,
  })
  query!: string;

  @IntegerField({ description: '1 to 100', example: 5, min: 1, max: 100, required: false, default: 5 })
  top_k!: number;

  @ChoiceField({
    description: 'What the namespace holds',
    example: 'text',
    values: ['text'],
    required: false,
  })
  type?: string | null;

  @NumberField({ description: '0 to 2', example: 0.7, min: 0, max: 2, required: false, default: 0.7 })
  temperature!: number;

  @FlagField({ description: 'Whether `threshold` counts', example: false, required: false, default: false })
  kiosk_mode!: boolean;

  @NumberField({ description: 'Least score', example: 0.1, min: 0, max: 1, required: false })
  threshold?: number | null;

  @TextField(MODEL)
  aiModel?: string | null;

  @TextField(MODEL)
  ai_model?: string | null;

  @TextField(PROMPT)
  headerPrompt?: string | null;

  @TextField(PROMPT)
  header_prompt?: string | null;

  @TextField(PROMPT)
  footerPrompt?: string | null;

  @TextField(PROMPT)
  footer_prompt?: string | null;

  @Field(HISTORY, TURNS, { type: Object, isArray: true })
  chatHistory?: Turn[] | null;

  @Field(HISTORY, TURNS, { type: Object, isArray: true })
  chat_history?: Turn[] | null;
}

export interface AnswerResponse {
  answer: string;
  /** `extractive` where passages were quoted by rule. */
  model: string;
  /** Documents that the answer was made of. */
  contextCount: number;
  query: string;
}

function turnRule(value: unknown): readonly Problem[] {
  if (typeof value !== 'object' || value === null) {
    return problem('dict_type', 'Input should be a valid object', value);
  }
  const turn = value as Partial<Record<keyof Turn, unknown>>;
  return [...within('role', role(turn.role)), ...within('content', content(turn.content))];
}

function cleanTurn(turn: Turn): Turn {
  return { role: turn.role, content: turn.content };
}
