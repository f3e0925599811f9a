import { Module } from '@nestjs/common';
import { Env } from '../config/env';
import { PrismaService } from '../database/prisma.service';
import { AuditChainsRepository } from './audit-chains.repository';
import { AuditKeys } from './audit-keys';
import { AuditLogRepository } from './audit-log.repository';
import { AuditPruningRepository } from './audit-pruning.repository';
import { AuditRefusals } from './audit-refusals.service';
import { AuditRetention } from './audit-retention.service';
import { AuditSealer } from './audit-sealer.service';
import { AuditSealing } from './audit-sealing';
import { AuditTrail } from './audit-trail';
import { recordWritesOf } from './recorded-write';
import { SigningKey } from './signing-key';

/** The trail, to which all writes add, and the chains that are made from it. */
@Module({
  providers: [
    AuditLogRepository,
    AuditPruningRepository,
    AuditRefusals,
    AuditRetention,
    { provide: AuditTrail, useFactory: openTrail, inject: [PrismaService, Env, AuditSealer] },
    { provide: SigningKey, useFactory: (env: Env) => new SigningKey(env), inject: [Env] },
    {
      provide: AuditKeys,
      useFactory: (database: PrismaService, key: SigningKey) => new AuditKeys(database, key),
      inject: [PrismaService, SigningKey],
    },
    { provide: AuditSealer, useFactory: openSealer, inject: [PrismaService, Env, SigningKey, AuditKeys] },
  ],
  exports: [
    AuditTrail,
    AuditSealer,
    AuditLogRepository,
    AuditKeys,
    AuditRefusals,
    AuditRetention,
    SigningKey,
  ],
})
export class AuditModule {}

function openSealer(database: PrismaService, env: Env, key: SigningKey, keys: AuditKeys): AuditSealer {
  const chains = new AuditChainsRepository(database);
  return new AuditSealer(new AuditSealing(chains, new AuditTrail(database, env), key, keys));
}

function openTrail(database: PrismaService, env: Env, sealer: AuditSealer): AuditTrail {
  const trail = new AuditTrail(database, env);
  trail.onEntries(() => sealer.wake());
  recordWritesOf(database, trail);
  return trail;
}
