import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import type { ConsoleSession } from './console-session';

/** Console sessions that a logout ended before their expiry. `SessionsCleanupRepository` deletes the rows after it. */
@Injectable()
export class ConsoleLogoutsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The same session may log out again. */
  async insert({ id, expiresAt }: ConsoleSession): Promise<void> {
    await this.logouts.createMany({ data: [{ sessionId: id, expiresAt }], skipDuplicates: true });
  }

  async has(sessionId: string): Promise<boolean> {
    return (await this.logouts.findUnique({ where: { sessionId } })) !== null;
  }

  private get logouts() {
    return this.prisma.models.consoleLogout;
  }
}
