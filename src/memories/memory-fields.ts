import { MEMORY_TYPES } from '../backend/memory';
import type { FieldOptions } from '../common/field';
import { ChoiceField, LabelField, NumberField, TagsField, TextField } from '../common/fields';
import { MAX_CONTENT, MAX_SOURCE_REF, MAX_TITLE } from './memory-limits';

/** The fields of a memory in requests that store or edit one. */

const OPTIONAL: FieldOptions = { required: false };

export function ContentField(description: string, options?: FieldOptions): PropertyDecorator {
  const example = 'The user prefers dark mode in every editor.';
  return TextField(description, example, { documentedMax: MAX_CONTENT, ...options });
}

export function TypeField(description: string, options = OPTIONAL): PropertyDecorator {
  return ChoiceField(description, 'preference', { values: MEMORY_TYPES, ...options });
}

export function TitleField(description: string): PropertyDecorator {
  return TextField(description, 'Dark mode', { maxCodePoints: MAX_TITLE, ...OPTIONAL });
}

export function ConfidenceField(description: string, options = OPTIONAL): PropertyDecorator {
  return NumberField(description, 0.9, { min: 0, max: 1, ...options });
}

export function LabelsField(description: string): PropertyDecorator {
  return TagsField(description, ['editor'], OPTIONAL);
}

export function SourceField(description: string, options = OPTIONAL): PropertyDecorator {
  return LabelField(description, 'agent', options);
}

export function SourceRefField(description: string): PropertyDecorator {
  return TextField(description, 'chat-42#7', { maxCodePoints: MAX_SOURCE_REF, ...OPTIONAL });
}
