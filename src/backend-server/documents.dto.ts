import { ApiProperty } from '@nestjs/swagger';
import type { NewDocument, StoredDocument } from './documents.repository';
import {
  listRule,
  NO_PROBLEMS,
  problem,
  type Rule,
  type Problem,
  textRule,
  within,
} from '../common/field-rules';
import { Cleaned, Keeps, Optional, Text, WholeNumber } from '../common/request-decorators';
import { MAX_DOCUMENT_TEXT, MAX_METADATA } from '../backend/memory-limits';
import { isObject } from '../common/objects';
import { isStorable } from '../common/text';

/** Documents or ids per call. */
export const MAX_DOCUMENTS = 100;

const MAX_ID_BYTES = 256;
const MAX_LIST = 100;

const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'text', 'metadata']);

const documentText = textRule({ maxCodePoints: MAX_DOCUMENT_TEXT });

/** An id is a text; an integer counts as its digits. */
export const documentIdRule: Rule = (value) => {
  if (value === undefined) return missing();
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== 'string') return problem('string_type', 'Input should be a valid string', value);
  if (id !== '' && Buffer.byteLength(id) <= MAX_ID_BYTES && isStorable(id)) return NO_PROBLEMS;
  return problem('value_error', `An id has 1 to ${MAX_ID_BYTES} bytes, and no null characters`, value);
};

export function cleanId(id: unknown): string {
  return `${id as string | number}`;
}

const documentsRule: Rule = listRule(documentRule, 1, MAX_DOCUMENTS);

/** Validated documents; on the wire, metadata stands beside `id` and `text`. */
function cleanDocuments(documents: readonly Record<string, unknown>[]): NewDocument[] {
  return documents.map((document) => ({
    id: cleanId(document.id),
    text: document.text as string,
    metadata: metadataOf(document),
  }));
}

function documentRule(value: unknown): readonly Problem[] {
  if (!isObject(value)) return problem('dict_type', 'Input should be a valid object', value);
  return firstOf(
    () => within('id', documentIdRule(value.id)),
    () => within('text', value.text === undefined ? missing() : documentText(value.text)),
    () => nestedProblems(value.metadata),
    () => metadataProblems(metadataOf(value)),
  );
}

/** Some clients nest the metadata; fields beside `id` take precedence. */
function metadataOf(document: Record<string, unknown>): Record<string, unknown> {
  const nested = isObject(document.metadata) ? Object.entries(document.metadata) : [];
  const beside = Object.entries(document).filter(([name]) => !OWN_FIELDS.has(name));
  return Object.fromEntries([...nested, ...beside]);
}

function nestedProblems(metadata: unknown): readonly Problem[] {
  if (metadata === undefined || metadata === null || isObject(metadata)) return NO_PROBLEMS;
  return problem('dict_type', 'Input should be a valid object', metadata, ['metadata']);
}

function metadataProblems(metadata: Record<string, unknown>): readonly Problem[] {
  for (const [name, value] of Object.entries(metadata)) {
    if (!isStorable(name) || !isFlat(value)) {
      const msg = 'Metadata is texts, numbers, truth values and lists of them, without null characters';
      return problem('value_error', msg, value, [name.slice(0, 100).toWellFormed()]);
    }
  }
  if (JSON.stringify(metadata).length <= MAX_METADATA) return NO_PROBLEMS;
  return problem('too_long', `Metadata should have at most ${MAX_METADATA} characters as JSON`, metadata);
}

function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.length <= MAX_LIST && value.every(isPlain);
  return isPlain(value);
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

function missing(): readonly Problem[] {
  return problem('missing', 'Field required', null);
}

function firstOf(...rules: readonly (() => readonly Problem[])[]): readonly Problem[] {
  for (const rule of rules) {
    const found = rule();
    if (found.length > 0) return found;
  }
  return NO_PROBLEMS;
}

const ids = (list: readonly unknown[]): string[] => list.map(cleanId);
const idsRule = listRule(documentIdRule, 1, MAX_DOCUMENTS);
const anyItem: Rule = (value) => (value === undefined ? missing() : NO_PROBLEMS);

export class PutDocumentsRequest {
  /**
   * At most 100; metadata stands beside `id` and `text`
   * @example [{"id":"note-1","text":"The user prefers dark themes.","memory_type":"preference"}]
   */
  @Keeps('documents', documentsRule, { type: Object, isArray: true })
  @Cleaned(documentsRule, cleanDocuments)
  documents!: NewDocument[];
}

export class GetDocumentsRequest {
  /**
   * At most 100
   * @example ["note-1"]
   */
  @Keeps('ids', idsRule, { type: String, isArray: true })
  @Cleaned(idsRule, ids)
  ids!: string[];
}

/** Invalid ids are reported, and the others deleted. */
export class DeleteDocumentsRequest {
  /**
   * At most 100
   * @example ["note-1"]
   */
  @Keeps('any', listRule(anyItem, 1, MAX_DOCUMENTS), { type: String, isArray: true })
  ids!: unknown[];
}

export class ListDocumentsQuery {
  /**
   * 1 to 100
   * @example 100
   */
  @Optional()
  @WholeNumber({ min: 1, max: 100 })
  limit = 100;

  /** The cursor: `next_token` of the previous page */
  @Optional()
  @Text({ maxCodePoints: 100, allowBlank: true })
  @ApiProperty({ example: null })
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
  /** Documents that existed. */
  actual_deletions: number;
  errors: { id: unknown; error: string }[];
}

export interface ListedDocuments {
  items: (DocumentItem & { is_summary: false })[];
  pagination: {
    limit: number;
    has_more: boolean;
    next_token: string | null;
  };
}

export function toItem({ id, text, metadata, createdAt }: StoredDocument): DocumentItem {
  return { id, text, metadata, created_at: createdAt.toISOString() };
}
