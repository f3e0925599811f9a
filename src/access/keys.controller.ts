import { Body, Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Clock } from '../common/clock';
import { Documented } from '../common/documented';
import { KEY_ID, keyNotFound } from './key';
import { CreatedKeyDto, CreateKeyRequest, keyDto, KeyListDto, KeyRevokedDto, toKeyOrder } from './key.dto';
import { KeysService } from './keys.service';
import { ManagementRoute } from './loopback-or-api-key.guard';

@ApiTags('Keys')
@Controller('api/v2/keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly clock: Clock,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store, no-transform')
  @ManagementRoute()
  @Documented({
    summary: 'Create a key',
    description:
      'A client sends the key as `Authorization: Bearer amk_...` or `X-Api-Key: amk_...`, in place of a session token. A key never manages keys.',
    response: CreatedKeyDto,
    status: 201,
    errors: ['TooManyKeys'],
  })
  async createKey(@Body() request: CreateKeyRequest): Promise<CreatedKeyDto> {
    const { stored, key } = await this.keys.create(toKeyOrder(request, this.clock.now()));
    return { ...keyDto(stored), key };
  }

  @Get()
  @ManagementRoute()
  @Documented({
    summary: 'List the keys, newest first',
    description: 'Without the keys themselves. Expired keys stay until they are revoked.',
    response: KeyListDto,
  })
  async listKeys(): Promise<KeyListDto> {
    const keys = (await this.keys.list()).map(keyDto);
    return { keys, count: keys.length };
  }

  @Delete(':key_id')
  @ManagementRoute()
  @ApiParam({
    name: 'key_id',
    description: 'Id of the key',
    schema: { type: 'string', pattern: KEY_ID.source, example: '3f9c0a1b2d4e5f60' },
  })
  @Documented({
    summary: 'Revoke a key',
    description: 'Holds at once, on every replica.',
    response: KeyRevokedDto,
  })
  async revokeKey(@Param('key_id') keyId: string): Promise<KeyRevokedDto> {
    if (!KEY_ID.test(keyId)) throw keyNotFound(keyId);
    await this.keys.revoke(keyId);
    return { status: 'revoked', key_id: keyId };
  }
}
