import { createHmac, type KeyObject } from 'node:crypto';
import type { Env } from '../config/env';
import { deriveServiceKey } from '../config/service-secret';
import { contentKeyBytes } from './content-key';

const PURPOSE = 'agent-memory-service/deleted-content/v1';

/**
 * Keyed hashes of contents, by which content that was deleted for good is known again. Without the secret of the
 * service, which is not in the database, they do not show whether a guess was among the contents.
 */
export class Fingerprints {
  private key: Promise<KeyObject> | null = null;

  constructor(private readonly env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>) {}

  /** HMAC-SHA256 in hex of each content key (see `contentKey`). */
  async of(contentKeys: readonly string[]): Promise<string[]> {
    const key = await this.loadKey();
    return contentKeys.map((each) => createHmac('sha256', key).update(contentKeyBytes(each)).digest('hex'));
  }

  private async loadKey(): Promise<KeyObject> {
    this.key ??= deriveServiceKey(this.env, PURPOSE);
    try {
      return await this.key;
    } catch (error) {
      this.key = null;
      throw error;
    }
  }
}
