import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { errorName } from '../common/error-name';
import { FailureLog } from '../common/failure-log';
import { Forgetting } from './forgetting.service';
import { Receipts } from './receipts.service';

/** Goes on with runs whose process died, soon after a start and then twice a minute. */
@Injectable()
export class ForgettingSchedule implements OnApplicationBootstrap {
  private readonly logger = new Logger('Forgetting');
  private readonly failures = new FailureLog((message) => this.logger.warn(message));

  constructor(
    private readonly forgetting: Forgetting,
    private readonly receipts: Receipts,
  ) {}

  /** Does not wait: the service serves meanwhile. */
  onApplicationBootstrap(): void {
    void this.receipts.applyStored().catch((error: unknown) => {
      this.logger.warn(`Receipts in DATA_DIR cannot be applied: ${errorName(error)}`);
    });
  }

  @Cron(CronExpression.EVERY_30_SECONDS, { waitForCompletion: true, unrefTimeout: true })
  async tick(): Promise<void> {
    try {
      await this.forgetting.resume();
    } catch (error) {
      this.failures.note('Runs of forgetting cannot go on', errorName(error));
    }
  }
}
