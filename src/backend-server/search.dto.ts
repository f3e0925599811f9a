import { FlagField, IntegerField, NumberField, TextField } from '../common/fields';
import { Field } from '../common/field';
import { listRule } from '../common/field-rules';
import type { DocumentItem } from './documents.dto';
import { namespaceRule } from './namespace-name';

const MAX_NAMESPACES = 100;

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

  @IntegerField({ description: '1 to 100', example: 10, min: 1, max: 100, required: false, default: 10 })
  top_k!: number;

  @FlagField({ description: 'Whether `threshold` counts', example: false, required: false, default: false })
  kiosk_mode!: boolean;

  @NumberField({ description: 'Least score', example: 0.1, min: 0, max: 1, required: false })
  threshold?: number | null;
}

export interface SearchResponse {
  results: (DocumentItem & { score: number; namespace: string })[];
  /** How it was searched: `lexical` where no vectors were compared. */
  retrieval: 'hybrid' | 'lexical';
}
