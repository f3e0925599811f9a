import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { HttpException, Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { Clock } from '../../common/clock';
import { Env } from '../../config/env';
import type { ActiveSession } from '../../sessions/session';
import { FileStore } from '../file-store';
import { IngestWorker } from '../jobs/ingest-worker.service';
import { FileRegistration, type Registered } from './file-registration.service';
import { supportedName } from './file-name';
import { MAX_BESIDES, MultipartForm } from './multipart-form';
import { MeasuredBytes, tooLarge } from './measured-bytes';
import { RequestWatch } from './request-watch';

/** A client that sends nothing for this long is given up. */
const IDLE_MS = 60_000;

interface Received {
  fileName: string;
  fileSize: number;
  sha256: Buffer;
}

/** Takes files from requests: the bytes into the store, then the file, with the job that reads it, into the database. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly store: FileStore,
    private readonly registration: FileRegistration,
    private readonly worker: IngestWorker,
  ) {}

  /** The file is safe, and its job recorded, when this resolves. When it rejects nothing of it stays. */
  async take(session: ActiveSession, request: IncomingMessage): Promise<Registered> {
    const fileId = uuidv7();
    const received = await this.receive(request, fileId);
    const { agentId, sessionId } = session;
    const file = { ...received, fileId, agentId, sessionId, createdAt: this.clock.now() };
    const registered = await this.registration.register(session, file);
    if (registered.outcome !== 'known') this.worker.nudge();
    return registered;
  }

  private async receive(request: IncomingMessage, key: string): Promise<Received> {
    const form = new MultipartForm(request);
    const maxBytes = this.env.UPLOAD_MAX_BYTES;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_BESIDES) throw tooLarge(maxBytes);
    const watch = new RequestWatch(request, IDLE_MS, reasons());
    const measured = new MeasuredBytes(maxBytes);
    const file = { name: '', isStored: false };
    try {
      await form.read(async (givenName, bytes) => {
        file.name = supportedName(givenName);
        // Failures of either reach the store through the stream it reads.
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

function reasons() {
  return {
    gone: new HttpException('The upload broke off', 400),
    idle: new HttpException(`Nothing of the file came for ${IDLE_MS / 1000} seconds`, 408),
  };
}
