import { ApiProperty } from '@nestjs/swagger';
import { Shown } from './fields';

/** The bodies of failures, for the API document. The error filter writes them. */
export class MessageError {
  @Shown({ description: 'What went wrong, in a sentence.', example: 'No active session' })
  detail!: string;
}

export class StructuredDetail {
  @Shown({ description: 'The stable code of the failure.', example: 'AgentNotFound' })
  error!: string;

  @Shown({ description: 'What went wrong, in a sentence.', example: "Agent 'demo' not found" })
  message!: string;

  @Shown({ description: 'What the failure is about.', example: { agent_id: 'demo' }, type: Object })
  details!: Record<string, unknown>;
}

export class StructuredError {
  @Shown({
    description: 'The failure.',
    type: StructuredDetail,
    example: { error: 'AgentNotFound', message: "Agent 'demo' not found", details: { agent_id: 'demo' } },
  })
  detail!: StructuredDetail;
}

export class FlatDetail {
  @Shown({ description: 'The stable code of the failure.', example: 'text_too_long' })
  error!: string;

  @Shown({
    description: 'What went wrong, in a sentence. Figures about it stand beside it.',
    example: 'content must be at most 10000 characters',
  })
  message!: string;
}

export class FlatError {
  @Shown({
    description: 'The failure, with its figures beside the message.',
    type: FlatDetail,
    example: {
      error: 'text_too_long',
      message: 'content must be at most 10000 characters',
      actual_length: 10_001,
      max_length: 10_000,
    },
  })
  detail!: FlatDetail;
}

export class ValidationIssueBody {
  @Shown({ description: 'The kind of mistake.', example: 'missing' })
  type!: string;

  @ApiProperty({
    description: 'Where it is: `body`, `query` or `path`, then names and indexes.',
    example: ['body', 'content'],
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  })
  loc!: (string | number)[];

  @Shown({ description: 'What is wrong, in a sentence.', example: 'Field required' })
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
  @Shown({
    description: 'Every mistake that was found.',
    type: ValidationIssueBody,
    isArray: true,
    example: [{ type: 'missing', loc: ['body', 'content'], msg: 'Field required', input: null }],
  })
  detail!: ValidationIssueBody[];
}
