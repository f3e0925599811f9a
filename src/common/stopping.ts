import { Injectable } from '@nestjs/common';

/** Whether the process was told to stop: it then serves what it has, and wants no more. */
@Injectable()
export class Stopping {
  private told = false;

  get begun(): boolean {
    return this.told;
  }

  begin(): void {
    this.told = true;
  }
}
