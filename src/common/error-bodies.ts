import { ApiProperty } from '@nestjs/swagger';
import { Shown } from './fields';

/** The bodies of failures, for the API document. The error filter writes them. */
export class MessageError {
  @Shown('What went wrong, in a sentence.', 'No active session')
  detail!: string;
}

export class StructuredDetail {
  @Shown('The stable code of the failure.', 'AgentNotFound')
  error!: string;

  @Shown('What went wrong, in a sentence.', "Agent 'demo' not found")
  message!: string;

  @Shown('What the failure is about.', { agent_id: 'demo' }, { type: Object })
  details!: Record<string, unknown>;
}

export class StructuredError {
  @Shown(
    'The failure.',
    { error: 'AgentNotFound', message: "Agent 'demo' not found", details: { agent_id: 'demo' } },
    { type: StructuredDetail },
  )
  detail!: StructuredDetail;
}

export class FlatDetail {
  @Shown('The stable code of the failure.', 'text_too_long')
  error!: string;

  @Shown(
    'What went wrong, in a sentence. Figures about it stand beside it.',
    'content must be at most 10000 characters',
  )
  message!: string;
}

export class FlatError {
  @Shown(
    'The failure, with its figures beside the message.',
    {
      error: 'text_too_long',
      message: 'content must be at most 10000 characters',
      actual_length: 10_001,
      max_length: 10_000,
    },
    { type: FlatDetail },
  )
  detail!: FlatDetail;
}

export class ValidationIssueBody {
  @Shown('The kind of mistake.', 'missing')
  type!: string;

  @ApiProperty({
    description: 'Where it is: `body`, `query` or `path`, then names and indexes.',
    example: ['body', 'content'],
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  })
  loc!: (string | number)[];

  @Shown('What is wrong, in a sentence.', 'Field required')
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
  @Shown(
    'Every mistake that was found.',
    [{ type: 'missing', loc: ['body', 'content'], msg: 'Field required', input: null }],
    { type: ValidationIssueBody, isArray: true },
  )
  detail!: ValidationIssueBody[];
}
