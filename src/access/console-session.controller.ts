import { Controller, Get, Header, NotFoundException, Req } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Documented } from '../common/documented';
import { Env } from '../config/env';
import { CurrentGrant } from './current-grant';
import { ACCESS_LEVELS, managerOf, type Access, type Grant } from './grant';
import { Identities } from './identities.service';
import { ManagementRoute } from './loopback-or-api-key.guard';
import { Operations } from './operations.service';

const LOCAL = 'local';

export class ConsoleSessionDto {
  /**
   * Who it is: `local`, `management`, `key:<name>` or `oidc:<sub>`.
   * @example 'key:ci'
   */
  by!: string;

  /**
   * The level.
   * @example 'write'
   */
  @ApiProperty({ enum: ACCESS_LEVELS })
  access!: Access;

  /**
   * The agents that it is for.
   * @example ["support-*"]
   */
  agents!: string[];

  /**
   * The scopes that it is for; null for all memories.
   * @example ["user:dana@example.com"]
   */
  @ApiProperty({ type: [String] })
  scopes!: string[] | null;

  /**
   * The operations that it may call, by their ids in this document.
   * @example ["recall"]
   */
  operations!: string[];
}

/** Who a page acts for, and what it may do, so that the console does not repeat the rules of access. */
@ApiTags('Console')
@Controller('api/v2/console/session')
export class ConsoleSessionController {
  constructor(
    private readonly identities: Identities,
    private readonly operations: Operations,
    private readonly env: Env,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ManagementRoute('read', { scoped: true })
  @Documented({
    summary: 'Show who is logged in, and what they may do',
    description: 'Which agents it may be done to, `agents` says.',
    response: ConsoleSessionDto,
  })
  getConsoleSession(@CurrentGrant() grant: Grant | null, @Req() request: Request): ConsoleSessionDto {
    if (!this.env.CONSOLE_ENABLED) throw new NotFoundException();
    const { access, agents, scopes }: Pick<Grant, 'access' | 'agents' | 'scopes'> = grant ?? ALL;
    return {
      by: grant === null && this.identities.isLocal(request) ? LOCAL : managerOf(grant),
      access,
      agents: [...agents],
      scopes: scopes && [...scopes],
      operations: this.operations.allowed(grant),
    };
  }
}

const ALL = { access: 'manage', agents: ['*'], scopes: null } as const;
