import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { HttpException, Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { bodyTooSlow } from '../../common/body-errors';
import { Clock } from '../../common/clock';
import { Env } from '../../config/env';
import type { ActiveSession } from '../../sessions/session';
import { paceOf } from '../../traffic/body-pace';
import { FileStore } from '../file-store';
import { supportedName } from '../formats/file-kind';
import { IngestWorker } from '../jobs/ingest-worker.service';
import { FileRegistration, type Registered } from './file-registration.service';
import { MAX_BESIDES, MultipartForm } from './multipart-form';
import { MeasuredBytes, tooLarge } from './measured-bytes';
import { RequestWatch, type WatchReasons } from './request-watch';

interface Received {
  fileName: string;
  fileSize: number;
  sha256: Buffer<ArrayBuffer>;
}

/** Stores the bytes of an upload, then the row of the file, which is also its job. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly store: FileStore,
    private readonly registration: FileRegistration,
    private readonly worker: IngestWorker,
  ) {}

  /**
   * Reads the form, and lets `answer` register the file: then it is durable and its job recorded. Nothing stays when this
   * rejects, or when `answer` does not register the file. Calls `invite` before it reads the form.
   */
  async take<T>(
    session: ActiveSession,
    request: IncomingMessage,
    invite: () => void,
    answer: (file: Received, register: () => Promise<Registered>) => Promise<T>,
  ): Promise<T> {
    const fileId = uuidv7();
    const received = await this.receive(request, fileId, invite);
    const state = { isRegistering: false };
    const register = async (): Promise<Registered> => {
      state.isRegistering = true;
      const { agentId, sessionId, grant } = session;
      const createdAt = this.clock.now();
      const file = { ...received, fileId, agentId, sessionId, createdAt, uploadedBy: grant?.by ?? null };
      const registered = await this.registration.register(session, file);
      if (registered.outcome !== 'known') this.worker.wake();
      return registered;
    };
    try {
      return await answer(received, register);
    } finally {
      if (!state.isRegistering) await this.store.delete(fileId);
    }
  }

  private async receive(request: IncomingMessage, key: string, invite: () => void): Promise<Received> {
    const form = new MultipartForm(request);
    const maxBytes = this.env.UPLOAD_MAX_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_BESIDES) throw tooLarge(maxBytes);
    invite();
    const watch = new RequestWatch(request, paceOf(this.env), reasons(this.env));
    const measured = new MeasuredBytes(maxBytes);
    const file = { name: '', isStored: false };
    try {
      await form.read(async (givenName, bytes) => {
        file.name = supportedName(givenName);
        // The store gets the errors of both streams from the one it reads.
        pipeline(bytes, measured, () => undefined);
        await this.store.put(key, measured, watch.signal);
        file.isStored = true;
      }, watch.signal);
    } catch (error) {
      // A form may break after its file.
      if (file.isStored) await this.store.delete(key);
      throw error;
    } finally {
      watch.stop();
    }
    return { fileName: file.name, fileSize: measured.total, sha256: measured.sha256() };
  }
}

function reasons({ BODY_MIN_BYTES_PER_SECOND }: Env): WatchReasons {
  return {
    gone: new HttpException('The upload broke off', 400),
    slow: bodyTooSlow(BODY_MIN_BYTES_PER_SECOND),
  };
}
