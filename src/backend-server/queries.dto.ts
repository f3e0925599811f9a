import { Field } from '../common/field';
import { listRule, problem, textRule, within, type Problem } from '../common/field-rules';
import { ChoiceField, FlagField, IntegerField, NumberField, TextField } from '../common/fields';
import { isObject } from '../common/objects';
import { NEIGHBOUR_MODES, type NeighbourMode } from '../retrieval/neighbours';
import type { DocumentItem } from './documents.dto';
import { namespaceRule } from './namespaces.dto';

const MAX_NAMESPACES = 100;
const KIOSK_MODE = {
  description: 'Whether `threshold` counts',
  example: false,
  required: false,
  default: false,
};
const NEIGHBOURS = {
  description: 'Which documents get a part of the score of those stored next to them',
  example: 'auto',
  values: NEIGHBOUR_MODES,
  required: false,
  default: 'auto',
};
const THRESHOLD = { description: 'Lowest score', example: 0.1, min: 0, max: 1, required: false };

export class SearchRequest {
  @Field(
    { description: '1 to 100', example: ['notes'] },
    {
      rule: listRule(namespaceRule, 1, MAX_NAMESPACES),
      clean: (names: readonly string[]) => [...new Set(names)],
    },
    { type: String, isArray: true },
  )
  namespaces!: string[];

  @TextField({ description: 'What to look for', example: 'Which theme?', maxCodePoints: 10_000 })
  query!: string;

  @TopKField(10)
  top_k!: number;

  @FlagField(KIOSK_MODE)
  kiosk_mode!: boolean;

  @NumberField(THRESHOLD)
  threshold?: number | null;

  @ChoiceField(NEIGHBOURS)
  neighbours!: NeighbourMode;
}

interface FoundItem {
  score: number;
  /** The parts of the score that come from neighbours, and from a time and a speaker that the query names. */
  neighbour_score: number;
  time_score: number;
  speaker_score: number;
  /** Whether it has a neighbour. */
  in_thread: boolean;
  matched_terms: string[];
  /** By its own words and by its vector; null where they say nothing. */
  lexical_score: number | null;
  vector_score: number | null;
  /** Cosine similarity of query and document. */
  similarity: number | null;
  namespace: string;
}

export interface SearchResponse {
  results: (DocumentItem & FoundItem)[];
  /** `lexical` if no vectors were compared. */
  retrieval: 'hybrid' | 'lexical';
}

/** A message of the conversation before the question. */
interface Turn {
  role: string;
  content: string;
}

const MAX_TURNS = 100;
const MAX_PROMPT = 200_000;

const roleRule = textRule({ maxCodePoints: 50 });
const contentRule = textRule({ maxCodePoints: MAX_PROMPT, allowBlank: true });

const MODEL = {
  description: 'The model to use instead of the configured one',
  example: 'gpt-5-mini',
  maxCodePoints: 200,
  required: false,
};
const PROMPT = {
  description: 'Text for the model before or after the question',
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
  clean: (turns: readonly Turn[]): Turn[] => turns.map(({ role, content }) => ({ role, content })),
};

/** Cloud clients use camel case, on-prem clients underscores. */
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

  @TopKField(5)
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

  @FlagField(KIOSK_MODE)
  kiosk_mode!: boolean;

  @NumberField(THRESHOLD)
  threshold?: number | null;

  @ChoiceField(NEIGHBOURS)
  neighbours!: NeighbourMode;

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
  /** `extractive` if no model wrote the answer. */
  model: string;
  /** Number of documents that the answer is based on. */
  contextCount: number;
  query: string;
}

function turnRule(value: unknown): readonly Problem[] {
  if (!isObject(value)) return problem('dict_type', 'Input should be a valid object', value);
  return [...within('role', roleRule(value.role)), ...within('content', contentRule(value.content))];
}

function TopKField(byDefault: number): PropertyDecorator {
  const limits = { min: 1, max: 100, required: false };
  return IntegerField({ description: '1 to 100', example: byDefault, default: byDefault, ...limits });
}
