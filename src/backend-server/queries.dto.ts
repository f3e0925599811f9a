import { listRule, NO_PROBLEMS } from '../common/field-rules';
import {
  Cleaned,
  Decimal,
  Flag,
  Keeps,
  Objects,
  OneOf,
  Optional,
  Text,
  WholeNumber,
} from '../common/request-decorators';
import { NEIGHBOUR_MODES, type NeighbourMode } from '../retrieval/search-query';
import type { DocumentItem } from './documents.dto';
import { namespaceRule } from './namespaces.dto';

const MAX_NAMESPACES = 100;
const MAX_TURNS = 100;
const MAX_PROMPT = 200_000;
const namespacesRule = listRule(namespaceRule, 1, MAX_NAMESPACES);

export class SearchRequest {
  /**
   * 1 to 100
   * @example ["notes"]
   */
  @Keeps('namespaces', namespacesRule, { type: String, isArray: true })
  @Cleaned(namespacesRule, (names: string[]) => [...new Set(names)])
  namespaces!: string[];

  /**
   * What to look for
   * @example 'Which theme?'
   */
  @Text({ maxCodePoints: 10_000 })
  query!: string;

  /**
   * 1 to 100
   * @example 10
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  top_k = 10;

  /**
   * Whether `threshold` counts
   * @example false
   */
  @Optional()
  @Flag()
  kiosk_mode = false;

  /**
   * Lowest score
   * @example 0.1
   */
  @Optional()
  @Decimal({ min: 0, max: 1 })
  threshold?: number | null;

  /**
   * Which documents get a part of the score of those stored next to them
   * @example 'auto'
   */
  @Optional()
  @OneOf(NEIGHBOUR_MODES)
  neighbours: NeighbourMode = 'auto';
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
  /** By the document's own words and by its vector; null without a match. */
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
export class Turn {
  @Text({ maxCodePoints: 50 })
  role!: string;

  @Text({ maxCodePoints: MAX_PROMPT, allowBlank: true })
  content!: string;
}

/** Cloud clients use camel case, on-prem clients underscores. */
export class AnswerRequest {
  /**
   * Whose documents to answer from; empty for the model alone
   * @example 'notes'
   */
  @Keeps('namespace', (value) => (value === '' ? NO_PROBLEMS : namespaceRule(value)), { type: String })
  namespace!: string;

  /**
   * What to answer
   * @example 'Which theme does the user like?'
   */
  @Text({ maxCodePoints: MAX_PROMPT })
  query!: string;

  /**
   * 1 to 100
   * @example 5
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  top_k = 5;

  /**
   * The type of documents in the namespace
   * @example 'text'
   */
  @Optional()
  @OneOf(['text'])
  type?: string | null;

  /**
   * 0 to 2
   * @example 0.7
   */
  @Optional()
  @Decimal({ min: 0, max: 2 })
  temperature = 0.7;

  /**
   * Whether `threshold` counts
   * @example false
   */
  @Optional()
  @Flag()
  kiosk_mode = false;

  /**
   * Lowest score
   * @example 0.1
   */
  @Optional()
  @Decimal({ min: 0, max: 1 })
  threshold?: number | null;

  /**
   * Which documents get a part of the score of those stored next to them
   * @example 'auto'
   */
  @Optional()
  @OneOf(NEIGHBOUR_MODES)
  neighbours: NeighbourMode = 'auto';

  /**
   * The model to use instead of the configured one
   * @example 'gpt-5-mini'
   */
  @Optional()
  @Text({ maxCodePoints: 200 })
  aiModel?: string | null;

  /**
   * The model to use instead of the configured one
   * @example 'gpt-5-mini'
   */
  @Optional()
  @Text({ maxCodePoints: 200 })
  ai_model?: string | null;

  /**
   * Text for the model before or after the question
   * @example 'Answer in one sentence.'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_PROMPT, allowBlank: true })
  headerPrompt?: string | null;

  /**
   * Text for the model before or after the question
   * @example 'Answer in one sentence.'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_PROMPT, allowBlank: true })
  header_prompt?: string | null;

  /**
   * Text for the model before or after the question
   * @example 'Answer in one sentence.'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_PROMPT, allowBlank: true })
  footerPrompt?: string | null;

  /**
   * Text for the model before or after the question
   * @example 'Answer in one sentence.'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_PROMPT, allowBlank: true })
  footer_prompt?: string | null;

  /**
   * The conversation before the question
   * @example [{"role":"user","content":"Hello"}]
   */
  @Optional()
  @Objects(() => Turn, { maxItems: MAX_TURNS })
  chatHistory?: Turn[] | null;

  /**
   * The conversation before the question
   * @example [{"role":"user","content":"Hello"}]
   */
  @Optional()
  @Objects(() => Turn, { maxItems: MAX_TURNS })
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
