import { MEMORY_TYPES } from '../backend/memory';
import { MAX_CONTENT, MAX_SOURCE_REF, MAX_TITLE } from './memory-limits';

/** The fields of a memory in requests that store or edit one. */

export const CONTENT = {
  description: 'The text to keep; at most 10000 characters, longer is 413 `text_too_long`',
  documentedMax: MAX_CONTENT,
  example: 'The user prefers dark mode in every editor.',
};

export const TYPE = {
  description: 'Memory type',
  example: 'preference',
  values: MEMORY_TYPES,
  required: false,
};

export const TITLE = {
  description: 'Derived from the content when omitted',
  example: 'Dark mode',
  maxCodePoints: MAX_TITLE,
  required: false,
};

export const CONFIDENCE = {
  description: 'How sure the writer is',
  example: 0.9,
  min: 0,
  max: 1,
  required: false,
};

export const TAGS = {
  description: 'At most 20 labels of 1 to 64 characters',
  example: ['editor'],
  required: false,
};

export const SOURCE = { description: 'Label of the writer', example: 'agent', required: false };

export const SOURCE_REF = {
  description: 'Where it came from',
  example: 'chat-42#7',
  maxCodePoints: MAX_SOURCE_REF,
  required: false,
};
