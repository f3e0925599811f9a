import { createHash, createHmac, type KeyObject } from 'node:crypto';

const PREFIX = 'whsec_';

/** The secret of a webhook: derived, so that the database does not hold it. 32 bytes in Base64 behind `whsec_`. */
export function secretOf(webhookId: string, key: KeyObject): string {
  return PREFIX + createHmac('sha256', key).update(webhookId).digest('base64');
}

/** SHA-256, by which a service with another key sees that the secret is another one. */
export function secretDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). `at` in whole seconds since 1970. */
export function signedHeaders(secret: string, id: string, at: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}
