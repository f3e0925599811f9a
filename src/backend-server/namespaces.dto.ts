import { Param, type PipeTransform } from '@nestjs/common';
import { NO_PROBLEMS, problem, type Rule } from '../common/field-rules';
import { Keeps, OneOf, Optional } from '../common/request-decorators';
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

/** 1 to 255 letters, digits, `_`, `.` and `-`. */
function NamespaceName(): PropertyDecorator {
  return Keeps('namespace', namespaceRule, { type: String });
}

export class CreateNamespaceRequest {
  /**
   * 1 to 255 letters, digits, `_`, `.` and `-`
   * @example 'notes'
   */
  @NamespaceName()
  namespace_name!: string;

  /**
   * What the namespace holds
   * @example 'text'
   */
  @Optional()
  @OneOf(['text'])
  type = 'text';
}

export interface NamespaceEntry {
  namespace_name: string;
  type: 'text';
  item_count: number;
  /** The same for older clients. */
  itemCount: number;
}
