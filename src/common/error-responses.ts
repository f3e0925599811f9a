import type { Type } from '@nestjs/common';
import { getSchemaPath, ApiProperty } from '@nestjs/swagger';
import { errorBody, type ErrorCode } from './domain-error';
import type { ErrorShape } from './error-entry';
import { ERROR_TABLE } from './error-table';

/** The bodies of failures, for the API document. The error filter writes them. */
export class MessageError {
  /**
   * What went wrong, in a sentence.
   * @example 'No active session'
   */
  detail!: string;
}

export class StructuredDetail {
  /**
   * The stable code of the failure.
   * @example 'AgentNotFound'
   */
  error!: string;

  /** What went wrong, in a sentence. */
  @ApiProperty({ example: "Agent 'demo' not found" })
  message!: string;

  /**
   * Details of the failure, such as the id of the agent.
   * @example {"agent_id":"demo"}
   */
  @ApiProperty({ type: Object })
  details!: Record<string, unknown>;
}

export class StructuredError {
  /** The failure. */
  @ApiProperty({
    example: { error: 'AgentNotFound', message: "Agent 'demo' not found", details: { agent_id: 'demo' } },
  })
  detail!: StructuredDetail;
}

export class FlatDetail {
  /**
   * The stable code of the failure.
   * @example 'text_too_long'
   */
  error!: string;

  /**
   * What went wrong, in a sentence. Figures about it stand beside it.
   * @example 'content must be at most 10000 characters'
   */
  message!: string;
}

export class FlatError {
  /**
   * The failure, with its figures beside the message.
   * @example {"error":"text_too_long","message":"content must be at most 10000 characters","actual_length":10001,"max_length":10000}
   */
  detail!: FlatDetail;
}

export class ValidationIssueBody {
  /**
   * The kind of mistake.
   * @example 'missing'
   */
  type!: string;

  @ApiProperty({
    description: 'Where it is: `body`, `query` or `path`, then names and indexes.',
    example: ['body', 'content'],
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  })
  loc!: (string | number)[];

  /**
   * A sentence that describes the error.
   * @example 'Field required'
   */
  msg!: string;

  @ApiProperty({
    description: 'The refused value, cut short; of a list or an object only what it is.',
    example: null,
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
    nullable: true,
  })
  input!: string | number | boolean | null;
}

export class ValidationErrorBody {
  /**
   * Every mistake that was found.
   * @example [{"type":"missing","loc":["body","content"],"msg":"Field required","input":null}]
   */
  detail!: ValidationIssueBody[];
}

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

/** Documents one response a status: its bodies, with a description and an example of each failure under its name. */
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
  const examples = cases.map(({ name, description, body }) => [name, { description, value: body }] as const);
  return {
    status,
    description: cases.map(({ name }) => `\`${name}\``).join(', '),
    content: {
      'application/json': {
        // A structured body is a flat one with a field more.
        schema:
          references.length === 1 && first
            ? first
            : { [models.includes(FlatError) ? 'anyOf' : 'oneOf']: references },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
