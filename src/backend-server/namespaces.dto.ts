import { Param, type PipeTransform } from '@nestjs/common';
import { Field } from '../common/field';
import { NO_PROBLEMS, problem, type Rule } from '../common/field-rules';
import { ChoiceField } from '../common/fields';
import { namespaceNotFound, type ProtocolError } from './protocol-error';

const NAME = /^[A-Za-z0-9_.-]{1,255}$/;
const MAX_SHOWN = 255;

export const namespaceRule: Rule = (value) =>
  typeof value === 'string' && NAME.test(value)
    ? NO_PROBLEMS
    : problem('value_error', "A namespace has 1 to 255 letters, digits, '_', '.' and '-'", value);

/** The namespace of a path. Throws `namespace_not_found` for an invalid name. */
function pathNamespace(value: unknown): string {
  if (namespaceRule(value).length === 0) return value as string;
  throw unknownName(value);
}

function unknownName(value: unknown): ProtocolError {
  return namespaceNotFound(typeof value === 'string' ? value.slice(0, MAX_SHOWN).toWellFormed() : '');
}

class NamespacePipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    return pathNamespace(value);
  }
}

/** The namespace of the path; 404 for an invalid name. */
export function NamespaceParam(): ParameterDecorator {
  return Param('namespace', new NamespacePipe());
}

export class CreateNamespaceRequest {
  @Field('1 to 255 letters, digits, `_`, `.` and `-`', 'notes', {
    rule: namespaceRule,
    schema: { type: String },
  })
  namespace_name!: string;

  @ChoiceField('What the namespace holds', 'text', { values: ['text'], default: 'text' })
  type?: string | null;
}

export interface NamespaceEntry {
  namespace_name: string;
  type: 'text';
  item_count: number;
  /** The same for older clients. */
  itemCount: number;
}
