import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { Clock } from '../common/clock';
import { PrismaService } from '../database/prisma.service';

/** Texts that the local pages store, by key. */
@Injectable()
export class UiStateRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** Keys without a stored text are left out. */
  async find(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.prisma.models.uiState.findMany({
      where: { key: { in: [...keys] } },
      select: { key: true, value: true },
    });
    return new Map(
      rows.flatMap(({ key, value }) => (typeof value === 'string' ? [[key, value] as const] : [])),
    );
  }

  async save(key: string, value: string): Promise<void> {
    const updatedAt = this.clock.now();
    await recordedWrite(
      this.prisma,
      () =>
        this.prisma.models.uiState.upsert({
          where: { key },
          create: { key, value, updatedAt },
          update: { value, updatedAt },
          select: { key: true },
        }),
      () => noteOn(MANAGEMENT_CHAIN, 'changePages', { kind: 'page', id: key, event: 'set' }),
    );
  }
}
