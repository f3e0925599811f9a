import type { Env } from '../../config/env';
import { ServiceKey } from '../../config/service-secret';
import { secretDigest, secretOf } from './signature';

const PURPOSE = 'agent-memory-service/webhook-secret/v1';

/** The secrets of webhooks, which follow from that of the service. */
export class WebhookSecrets {
  private readonly key: ServiceKey;

  constructor(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>) {
    this.key = new ServiceKey(env, PURPOSE);
  }

  async of(webhookId: string): Promise<string> {
    return secretOf(webhookId, await this.key.load());
  }

  /** Null if it is another one than the receiver was given, because the service's secret has changed. */
  async known(webhookId: string, digest: Uint8Array): Promise<string | null> {
    const secret = await this.of(webhookId);
    return secretDigest(secret).equals(digest) ? secret : null;
  }
}
