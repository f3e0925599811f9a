import type { NewDocument } from '../backend/embedded/documents/document';
import {
  NO_PROBLEMS,
  listRule,
  problem,
  textRule,
  within,
  type Problem,
  type Rule,
} from '../common/field-rules';
import { isStorable } from '../common/text';

/** Documents, or ids of documents, that a call may carry. */
export const MAX_DOCUMENTS = 100;

const MAX_ID_BYTES = 256;
/** In code points. */
const MAX_TEXT = 100_000;
/** Of all metadata of a document, as JSON. */
const MAX_METADATA_CHARACTERS = 32_000;
const MAX_LIST = 100;

const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'text', 'metadata']);

const documentText = textRule({ maxCodePoints: MAX_TEXT });

/** An id is a text; a whole number stands for its digits. */
export const documentIdRule: Rule = (value) => {
  if (value === undefined) return problem('missing', 'Field required', null);
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id !== 'string') return problem('string_type', 'Input should be a valid string', value);
  if (id !== '' && Buffer.byteLength(id) <= MAX_ID_BYTES && isStorable(id)) return NO_PROBLEMS;
  return problem('value_error', `An id has 1 to ${MAX_ID_BYTES} bytes, and no null characters`, value);
};

export function cleanId(id: unknown): string {
  return `${id as string | number}`;
}

export const documentsRule: Rule = listRule(documentRule, 1, MAX_DOCUMENTS);

/** Documents that passed, of the form on the wire, where metadata stands beside `id` and `text`. */
export function cleanDocuments(documents: readonly Record<string, unknown>[]): NewDocument[] {
  return documents.map((document) => ({
    id: cleanId(document.id),
    text: document.text as string,
    metadata: metadataOf(document),
  }));
}

function documentRule(value: unknown): readonly Problem[] {
  if (!isRecord(value)) return problem('dict_type', 'Input should be a valid object', value);
  return firstOf(
    () => within('id', documentIdRule(value.id)),
    () => within('text', value.text === undefined ? missing() : documentText(value.text)),
    () => nestedProblems(value.metadata),
    () => metadataProblems(metadataOf(value)),
  );
}

/** Some clients put the metadata into a field of that name; what stands beside `id` wins. */
function metadataOf(document: Record<string, unknown>): Record<string, unknown> {
  const nested = isRecord(document.metadata) ? Object.entries(document.metadata) : [];
  const beside = Object.entries(document).filter(([name]) => !OWN_FIELDS.has(name));
  return Object.fromEntries([...nested, ...beside]);
}

function nestedProblems(metadata: unknown): readonly Problem[] {
  if (metadata === undefined || metadata === null || isRecord(metadata)) return NO_PROBLEMS;
  return problem('dict_type', 'Input should be a valid object', metadata, ['metadata']);
}

function metadataProblems(metadata: Record<string, unknown>): readonly Problem[] {
  for (const [name, value] of Object.entries(metadata)) {
    if (!isStorable(name) || !isFlat(value)) {
      const msg = 'Metadata is texts, numbers, truth values and lists of them, without null characters';
      return problem('value_error', msg, value, [name.slice(0, 100).toWellFormed()]);
    }
  }
  if (JSON.stringify(metadata).length <= MAX_METADATA_CHARACTERS) return NO_PROBLEMS;
  return problem(
    'too_long',
    `Metadata should have at most ${MAX_METADATA_CHARACTERS} characters as JSON`,
    metadata,
  );
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
