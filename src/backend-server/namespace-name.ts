import { NO_PROBLEMS, problem, type Rule } from '../common/field-rules';
import { namespaceNotFound, type ProtocolError } from './protocol-error';

const NAME = /^[A-Za-z0-9_.-]{1,255}$/;
const MAX_SHOWN = 255;

export const namespaceRule: Rule = (value) =>
  typeof value === 'string' && NAME.test(value)
    ? NO_PROBLEMS
    : problem('value_error', "A namespace has 1 to 255 letters, digits, '_', '.' and '-'", value);

/** The namespace that a path names. Throws for one that cannot be there. */
export function pathNamespace(value: unknown): string {
  if (namespaceRule(value).length === 0) return value as string;
  throw unknownName(value);
}

function unknownName(value: unknown): ProtocolError {
  return namespaceNotFound(typeof value === 'string' ? value.slice(0, MAX_SHOWN).toWellFormed() : '');
}
