import type { Readable } from 'node:stream';
import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { UNKNOWN_TOOL } from '../activity/activity';
import { ActivityLog } from '../activity/activity-log.service';
import { recordOperationsOf, type LoggedOperation } from '../activity/logged-route';
import type { ActiveSession } from './session';

/** Records the operations of a session that succeed, once their answer is known. */
@Injectable()
export class SessionActivity {
  private readonly logger = new Logger(SessionActivity.name);

  constructor(private readonly log: ActivityLog) {}

  /** `session`: an object that only this request has. */
  follow(session: ActiveSession, response: Response): void {
    const record = ({ op, kind }: LoggedOperation, count: () => number): void => {
      try {
        const { agentId, sessionId } = session;
        const by = session.grant?.by ?? null;
        const tool = session.origin?.client ?? UNKNOWN_TOOL;
        // The first request wrote what a repeated request is answered with.
        const n = response.hasHeader('Idempotency-Replayed') ? 0 : count();
        this.log.record({ tool, agentId, sessionId, op, kind, n, by });
      } catch (error) {
        // The operation is done: a failure of the log must not make it look failed.
        this.logger.error(`${op} was not logged: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    recordOperationsOf(session, (operation, answer) => {
      if (answer instanceof StreamableFile) {
        countLines(answer.getStream(), (lines) => record(operation, () => lines));
        return answer;
      }
      record(operation, () => operation.count(answer));
      return answer;
    });
  }
}

const LINE_FEED = 10;

/** Calls `done` at the end of a stream with the number of its lines, unless the stream breaks off. */
export function countLines(bytes: Readable, done: (lines: number) => void): void {
  let lines = 0;
  bytes.on('data', (chunk: Buffer) => {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines++;
  });
  bytes.once('end', () => done(lines));
  // Its reader starts it: until then nothing may flow.
  bytes.pause();
}
