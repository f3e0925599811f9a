import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { PrismaService } from '../database/prisma.service';
import type { ConsoleIdentity, ConsoleSession } from './console-session';

/** Console sessions that a logout ended before their expiry. `SessionsCleanupRepository` deletes the rows after it. */
@Injectable()
export class ConsoleLogoutsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The same session may log out again. */
  async insert({ id, expiresAt, identity }: ConsoleSession): Promise<void> {
    const item = { kind: 'login', id: 'console', event: 'ended' };
    const actor = await this.nameOf(identity);
    await recordedWrite(
      this.prisma,
      () => this.logouts.createMany({ data: [{ sessionId: id, expiresAt }], skipDuplicates: true }),
      () => ({ ...noteOn(MANAGEMENT_CHAIN, 'logout', item), actor }),
    );
  }

  /** A login stores nothing but its audit record. */
  async recordLogin(): Promise<void> {
    const item = { kind: 'login', id: 'console', event: 'begun' };
    await recordedWrite(
      this.prisma,
      () => Promise.resolve(),
      () => noteOn(MANAGEMENT_CHAIN, 'login', item),
    );
  }

  async has(sessionId: string): Promise<boolean> {
    return (await this.logouts.findUnique({ where: { sessionId } })) !== null;
  }

  /** The name of the identity in audit records. */
  private async nameOf(identity: ConsoleIdentity): Promise<string> {
    if (identity.kind === 'management') return 'management';
    if (identity.kind === 'token') return identity.by;
    const { keyId } = identity.key;
    const key = await this.prisma.models.apiKey.findUnique({ where: { keyId }, select: { name: true } });
    return `key:${key?.name ?? keyId}`;
  }

  private get logouts() {
    return this.prisma.models.consoleLogout;
  }
}
