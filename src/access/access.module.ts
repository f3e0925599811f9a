import { Module } from '@nestjs/common';
import { Identities } from './identities.service';
import { KeyCheck } from './key-check.service';
import { KeyUses } from './key-uses.service';
import { KeysController } from './keys.controller';
import { KeysRepository } from './keys.repository';
import { KeysService } from './keys.service';
import { ManagementAccess } from './management-access.service';
import { OidcTokens } from './oidc-tokens.service';

/** A module with a guarded route imports this one, which exports what the guards need. */
@Module({
  controllers: [KeysController],
  providers: [Identities, KeyCheck, KeysRepository, KeysService, KeyUses, ManagementAccess, OidcTokens],
  exports: [Identities, ManagementAccess],
})
export class AccessModule {}
