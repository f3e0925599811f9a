import { Injectable, Logger } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { errorName } from '../common/error-name';
import { Forgetting } from './forgetting.service';

/** Goes on with runs whose process died, soon after a start and then twice a minute. */
@Injectable()
export class ForgettingSchedule {
  private readonly logger = new Logger('Forgetting');
  private isFailing = false;

  constructor(private readonly forgetting: Forgetting) {}

  @Cron(CronExpression.EVERY_30_SECONDS, { waitForCompletion: true, unrefTimeout: true })
  async tick(): Promise<void> {
    try {
      await this.forgetting.resume();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`Runs of forgetting cannot go on: ${errorName(error)}`);
      this.isFailing = true;
    }
  }
}
