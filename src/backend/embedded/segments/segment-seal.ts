import { createHmac, timingSafeEqual, webcrypto } from 'node:crypto';
import type { Env } from '../../../config/env';
import { ServiceKey } from '../../../config/service-secret';
import type { VectorSpace } from '../../../retrieval/vectors';
import { segmentVersion } from './segment-chunks';

/** The namespace and the use of the segment that a chunk belongs to. */
export interface SealedSegment {
  namespaceId: string;
  id: string;
  version: string;
  server: string;
  xmin: string;
  language: string;
  space: VectorSpace | null;
  /** How many chunks the segment has. */
  chunks: number;
}

const PURPOSE = 'agent-memory-service/recall-segments/v1';
/** Hexadecimal digits of the key's name. */
const NAME_LENGTH = 16;

/** Shows that the service stored a chunk, and in which place: only the secret of the service makes the same seal. */
export class SegmentSeal {
  private readonly key: ServiceKey;

  constructor(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>) {
    this.key = new ServiceKey(env, PURPOSE);
  }

  /** With a name of the key: a segment under another secret is one of another version. */
  async version(): Promise<string> {
    const name = createHmac('sha256', await this.key.load())
      .update('name')
      .digest('hex');
    return `${segmentVersion()} key-${name.slice(0, NAME_LENGTH)}`;
  }

  /** HMAC-SHA256 of the place of a chunk and the SHA-256 of its data, which a thread of libuv's pool makes. */
  async macOf(segment: SealedSegment, number: number, data: Uint8Array): Promise<Buffer> {
    const { namespaceId, id, version, server, xmin, language, space, chunks } = segment;
    const digest = Buffer.from(await webcrypto.subtle.digest('SHA-256', data)).toString('hex');
    const place = [namespaceId, id, version, server, xmin, language, space, chunks, number];
    const text = JSON.stringify(['chunk', ...place, digest]);
    return createHmac('sha256', await this.key.load())
      .update(text)
      .digest();
  }

  async isValid(mac: Uint8Array, segment: SealedSegment, number: number, data: Uint8Array): Promise<boolean> {
    const expected = await this.macOf(segment, number, data);
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  }
}
