import type { ValidationError as Failure } from 'class-validator';
import { NO_PROBLEMS, problem, type Problem, type Rule, within } from './field-rules';
import { fieldsOf } from './request-fields';
import type { ValidationIssue } from './validation-error';

/** The contract's word for each rule of class-validator. Others are a `value_error`. */
const KINDS: Readonly<Record<string, string>> = {
  isString: 'string_type',
  isInt: 'int_type',
  isNumber: 'float_type',
  isBoolean: 'bool_type',
  isArray: 'list_type',
  isObject: 'dict_type',
  nestedValidation: 'dict_type',
  isIn: 'literal_error',
  isEnum: 'literal_error',
  maxLength: 'string_too_long',
  minLength: 'string_too_short',
  isNotEmpty: 'string_too_short',
  min: 'greater_than_equal',
  max: 'less_than_equal',
  arrayMaxSize: 'too_long',
  arrayMinSize: 'too_short',
};

/** The issues of an answer (interface, "Errors"), in the order in which the class declares its properties. */
export function issuesOf(failures: readonly Failure[], source: 'body' | 'query'): ValidationIssue[] {
  return problemsOf(failures).map(({ type, msg, path, input }) => ({
    type,
    loc: [source, ...path],
    msg,
    input,
  }));
}

function problemsOf(failures: readonly Failure[]): readonly Problem[] {
  return inDeclaredOrder(failures).flatMap((each) => within(each.property, problemsOfProperty(each)));
}

function problemsOfProperty(failure: Failure): readonly Problem[] {
  const { children = [] } = failure;
  const value: unknown = failure.value;
  if (children.length === 0) return ownProblems(failure);
  if (!Array.isArray(value)) return problemsOf(children);
  // Of a list the first object at fault is reported.
  const [first] = children;
  return first === undefined ? NO_PROBLEMS : within(Number(first.property), problemsOfProperty(first));
}

function ownProblems(failure: Failure): readonly Problem[] {
  const { constraints = {}, contexts } = failure;
  const value: unknown = failure.value;
  if (value === undefined) return problem('missing', 'Field required', null);
  const [name = ''] = Object.keys(constraints);
  const context = contexts?.[name] as { rule: Rule } | undefined;
  return context?.rule(value) ?? problem(KINDS[name] ?? 'value_error', constraints[name] ?? '', value);
}

/** class-validator lists the properties of a class before the inherited ones. */
function inDeclaredOrder(failures: readonly Failure[]): readonly Failure[] {
  const target = failures[0]?.target;
  if (target === undefined) return failures;
  const names = [...fieldsOf(target.constructor as new () => object).keys()];
  return [...failures].sort((a, b) => names.indexOf(a.property) - names.indexOf(b.property));
}
