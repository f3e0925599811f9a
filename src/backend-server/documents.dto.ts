import type { NewDocument, StoredDocument } from '../backend/embedded/documents/document';
import { Field } from '../common/field';
import { listRule, NO_PROBLEMS, problem, type Rule } from '../common/field-rules';
import { IntegerField, TextField } from '../common/fields';
import { cleanDocuments, cleanId, documentIdRule, documentsRule, MAX_DOCUMENTS } from './document-rule';

const ids = (list: readonly unknown[]): string[] => list.map(cleanId);
const anyItem: Rule = (value) =>
  value === undefined ? problem('missing', 'Field required', null) : NO_PROBLEMS;

export class PutDocumentsRequest {
  @Field(
    {
      description: 'At most 100; metadata stands beside `id` and `text`',
      example: [{ id: 'note-1', text: 'The user prefers dark themes.', memory_type: 'preference' }],
    },
    { rule: documentsRule, clean: cleanDocuments },
    { type: Object, isArray: true },
  )
  documents!: NewDocument[];
}

export class GetDocumentsRequest {
  @Field(
    { description: 'At most 100', example: ['note-1'] },
    { rule: listRule(documentIdRule, 1, MAX_DOCUMENTS), clean: ids },
    { type: String, isArray: true },
  )
  ids!: string[];
}

/** Each id is judged by itself: those that are none are told, and the others deleted. */
export class DeleteDocumentsRequest {
  @Field(
    { description: 'At most 100', example: ['note-1'] },
    { rule: listRule(anyItem, 1, MAX_DOCUMENTS) },
    { type: String, isArray: true },
  )
  ids!: unknown[];
}

export class ListDocumentsQuery {
  @IntegerField({ description: '1 to 100', example: 100, min: 1, max: 100, required: false, default: 100 })
  limit!: number;

  @TextField({
    description: 'Where the page starts: the `next_token` of the one before',
    example: null,
    maxCodePoints: 100,
    allowBlank: true,
    required: false,
  })
  next_token?: string | null;
}

export interface DocumentItem {
  id: string;
  text: string;
  metadata: Readonly<Record<string, unknown>>;
  created_at: string;
}

export interface DeletedDocuments {
  status: 'success' | 'partial';
  deleted_ids: string[];
  /** Those that there were. */
  actual_deletions: number;
  errors: { id: unknown; error: string }[];
}

export interface ListedDocuments {
  items: (DocumentItem & { is_summary: false })[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_token: string | null;
    /** Of the pages after this one, at most 16; the first is `next_token`. They may be read in parallel. */
    page_tokens: string[];
  };
}

export function toItem({ id, text, metadata, createdAt }: StoredDocument): DocumentItem {
  return { id, text, metadata, created_at: createdAt.toISOString() };
}
