import type { Type } from '@nestjs/common';
import { getSchemaPath } from '@nestjs/swagger';
import type { ErrorCode } from './domain-error';
import { FlatError, MessageError, StructuredError, ValidationErrorBody } from './error-bodies';
import { errorBody } from './error-body';
import type { ErrorShape } from './error-entry';
import { ERROR_TABLE } from './error-table';

/** A failure by its code, or `validation`: status 422 with a list of mistakes. */
export type DocumentedError = ErrorCode | 'validation';

interface Case {
  name: DocumentedError;
  status: number;
  description: string;
  model: Type<unknown>;
  body: unknown;
}

const MODELS: Record<ErrorShape, Type<unknown>> = {
  string: MessageError,
  structured: StructuredError,
  flat: FlatError,
};

const VALIDATION: Case = {
  name: 'validation',
  status: 422,
  description: 'A field is missing or breaks one of its rules, or the body is not JSON.',
  model: ValidationErrorBody,
  body: { detail: [{ type: 'missing', loc: ['body', 'content'], msg: 'Field required', input: null }] },
};

/** One response a status: its possible bodies, with an example of each failure under the failure's name. */
export function errorResponses(names: readonly DocumentedError[]) {
  const cases = [...new Set(names)].map(caseOf);
  const statuses = [...new Set(cases.map((each) => each.status))].sort((a, b) => a - b);
  return statuses.map((status) =>
    response(
      status,
      cases.filter((each) => each.status === status),
    ),
  );
}

function caseOf(name: DocumentedError): Case {
  if (name === 'validation') return VALIDATION;
  const { status, shape, description, message, fields } = ERROR_TABLE[name];
  const body = errorBody(shape, { code: name, message, fields });
  return { name, status, description, model: MODELS[shape], body };
}

function response(status: number, cases: readonly Case[]) {
  const models = [...new Set(cases.map((each) => each.model))];
  const references = models.map((model) => ({ $ref: getSchemaPath(model) }));
  const [first] = references;
  return {
    status,
    description: cases.map((each) => `\`${each.name}\`: ${each.description}`).join(' '),
    content: {
      'application/json': {
        schema: references.length === 1 && first ? first : { oneOf: references },
        examples: Object.fromEntries(
          cases.map(({ name, description, body }) => [name, { summary: description, value: body }]),
        ),
      },
    },
  };
}
