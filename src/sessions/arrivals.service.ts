import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Clock } from '../common/clock';
import { HiddenProperty } from '../runtime/hidden-property';
import type { Arrival } from './token-succession';

/** When each request came, noted before a body is read: meanwhile the request's token may be replaced. */
@Injectable()
export class Arrivals implements OnModuleInit {
  private readonly arrivals = new HiddenProperty<IncomingMessage, Arrival>('arrival');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getHttpServer() as NodeJS.EventEmitter;
    server.prependListener('request', (request: IncomingMessage) => {
      this.arrivals.set(request, this.stamp());
    });
  }

  of(request: IncomingMessage): Arrival {
    return this.arrivals.get(request) ?? this.stamp();
  }

  private stamp(): Arrival {
    return { at: this.clock.now(), tick: performance.now() };
  }
}
