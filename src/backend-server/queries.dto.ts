import { Field } from '../common/field';
import { listRule, problem, textRule, within, type Problem } from '../common/field-rules';
import { ChoiceField, FlagField, IntegerField, NumberField, TextField } from '../common/fields';
import { isObject } from '../common/objects';
import { NEIGHBOUR_MODES, type NeighbourMode } from '../retrieval/search-query';
import type { DocumentItem } from './documents.dto';
import { namespaceRule } from './namespaces.dto';

const MAX_NAMESPACES = 100;
const KIOSK_MODE = ['Whether `threshold` counts', false] as const;
const NEIGHBOURS = [
  'Which documents get a part of the score of those stored next to them',
  'auto',
  { values: NEIGHBOUR_MODES, default: 'auto' },
] as const;
const THRESHOLD = ['Lowest score', 0.1, { min: 0, max: 1, required: false }] as const;

export class SearchRequest {
  @Field('1 to 100', ['notes'], {
    rule: listRule(namespaceRule, 1, MAX_NAMESPACES),
    clean: (names: readonly string[]) => [...new Set(names)],
    schema: { type: String, isArray: true },
  })
  namespaces!: string[];

  @TextField('What to look for', 'Which theme?', { maxCodePoints: 10_000 })
  query!: string;

  @TopKField(10)
  top_k!: number;

  @FlagField(...KIOSK_MODE)
  kiosk_mode!: boolean;

  @NumberField(...THRESHOLD)
  threshold?: number | null;

  @ChoiceField(...NEIGHBOURS)
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

const MODEL = [
  'The model to use instead of the configured one',
  'gpt-5-mini',
  { maxCodePoints: 200, required: false },
] as const;
const PROMPT = [
  'Text for the model before or after the question',
  'Answer in one sentence.',
  { maxCodePoints: MAX_PROMPT, allowBlank: true, required: false },
] as const;
const HISTORY = [
  'The conversation before the question',
  [{ role: 'user', content: 'Hello' }],
  {
    rule: listRule(turnRule, 0, MAX_TURNS),
    clean: (turns: readonly Turn[]): Turn[] => turns.map(({ role, content }) => ({ role, content })),
    schema: { type: Object, isArray: true },
  },
  { required: false },
] as const;

/** Cloud clients use camel case, on-prem clients underscores. */
export class AnswerRequest {
  @Field('Whose documents to answer from; empty for the model alone', 'notes', {
    rule: (value) => (value === '' ? [] : namespaceRule(value)),
    schema: { type: String },
  })
  namespace!: string;

  @TextField('What to answer', 'Which theme does the user like?', { maxCodePoints: MAX_PROMPT })
  query!: string;

  @TopKField(5)
  top_k!: number;

  @ChoiceField('What the namespace holds', 'text', { values: ['text'], required: false })
  type?: string | null;

  @NumberField('0 to 2', 0.7, { min: 0, max: 2, default: 0.7 })
  temperature!: number;

  @FlagField(...KIOSK_MODE)
  kiosk_mode!: boolean;

  @NumberField(...THRESHOLD)
  threshold?: number | null;

  @ChoiceField(...NEIGHBOURS)
  neighbours!: NeighbourMode;

  @TextField(...MODEL)
  aiModel?: string | null;

  @TextField(...MODEL)
  ai_model?: string | null;

  @TextField(...PROMPT)
  headerPrompt?: string | null;

  @TextField(...PROMPT)
  header_prompt?: string | null;

  @TextField(...PROMPT)
  footerPrompt?: string | null;

  @TextField(...PROMPT)
  footer_prompt?: string | null;

  @Field(...HISTORY)
  chatHistory?: Turn[] | null;

  @Field(...HISTORY)
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
  return IntegerField('1 to 100', byDefault, { min: 1, max: 100, default: byDefault });
}
