import { MEMORY_TYPES, type MemoryType } from '../backend/memory';
import type { FieldOptions } from '../common/field';
import { ChoiceField, LabelField, NumberField, TagsField, TextField } from '../common/fields';
import type { Property } from '../common/with-properties';
import { MAX_CONTENT, MAX_SOURCE_REF, MAX_TITLE } from '../backend/memory-limits';

/** The fields of a memory in requests that store or edit one. */

const OPTIONAL: FieldOptions = { required: false };

export function ContentField<Value = string>(description: string, options?: FieldOptions): Property<Value> {
  const example = 'The user prefers dark mode in every editor.';
  return TextField<Value>(description, example, { documentedMax: MAX_CONTENT, ...options });
}

export function TypeField<Value = MemoryType | null | undefined>(
  description: string,
  options = OPTIONAL,
): Property<Value> {
  return ChoiceField<Value>(description, 'preference', { values: MEMORY_TYPES, ...options });
}

export function TitleField<Value = string | null | undefined>(description: string): Property<Value> {
  return TextField<Value>(description, 'Dark mode', { maxCodePoints: MAX_TITLE, ...OPTIONAL });
}

export function ConfidenceField<Value = number | null | undefined>(
  description: string,
  options = OPTIONAL,
): Property<Value> {
  return NumberField<Value>(description, 0.9, { min: 0, max: 1, ...options });
}

export function LabelsField<Value = string[] | null | undefined>(description: string): Property<Value> {
  return TagsField<Value>(description, ['editor'], OPTIONAL);
}

export function SourceField<Value = string | null | undefined>(
  description: string,
  options = OPTIONAL,
): Property<Value> {
  return LabelField<Value>(description, 'agent', options);
}

export function SourceRefField<Value = string | null | undefined>(description: string): Property<Value> {
  return TextField<Value>(description, 'chat-42#7', { maxCodePoints: MAX_SOURCE_REF, ...OPTIONAL });
}
