import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { MemoryClock } from '../common/memory-clock';
import { PrismaService } from './prisma.service';

/** The clock of the service's database (docs/adr/0050). */
@Injectable()
export class DatabaseClock extends MemoryClock {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** A clock that a test moves gives its own time. */
  async now(): Promise<Date> {
    return this.clock.writeTime() ?? this.prisma.now();
  }
}
