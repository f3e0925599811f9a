import { Injectable } from '@nestjs/common';

/** Whether the process received the signal to stop: it then finishes open requests and accepts no more. */
@Injectable()
export class Stopping {
  private isStopping = false;

  get begun(): boolean {
    return this.isStopping;
  }

  begin(): void {
    this.isStopping = true;
  }
}
