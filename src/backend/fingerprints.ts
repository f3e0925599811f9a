import { createHmac, createHash } from 'node:crypto';
import type { Env } from '../config/env';
import { ServiceKey } from '../config/service-secret';
import { normalizeContent, sameContent } from './memory';

/**
 * 64 bits of the SHA-256 of what a memory says (see `sameContent`), as a signed decimal (PostgreSQL's bigint). Equal for
 * duplicates; two different texts may share it, so compare the texts of what it finds as well.
 */
export function contentKey(content: string): string {
  return keyOf(sameContent(content));
}

/** With the key of earlier versions if that differs: they did not fold identifiers. */
export function contentKeys(content: string): string[] {
  return [...new Set([contentKey(content), formerContentKey(content)])];
}

/** The key that earlier versions stored. */
export function formerContentKey(content: string): string {
  return keyOf(normalizeContent(content));
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest().readBigInt64BE(0).toString();
}

export function contentKeyBytes(key: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(key));
  return bytes;
}

const PURPOSE = 'agent-memory-service/deleted-content/v1';

/**
 * Keyed hashes of contents, by which content that was deleted for good is known again. Without the secret of the
 * service, which is not in the database, they do not show whether a guess was among the contents.
 */
export class Fingerprints {
  private readonly key: ServiceKey;

  constructor(env: Pick<Env, 'SERVICE_SECRET_KEY' | 'DATA_DIR'>) {
    this.key = new ServiceKey(env, PURPOSE);
  }

  /** HMAC-SHA256 in hex of each content key (see `contentKey`). */
  async of(contentKeys: readonly string[]): Promise<string[]> {
    return contentKeys.map(await this.hasher());
  }

  /** The fingerprint of a content key. */
  async hasher(): Promise<(contentKey: string) => string> {
    const key = await this.key.load();
    return (each) => createHmac('sha256', key).update(contentKeyBytes(each)).digest('hex');
  }

  /** The content keys of those of these memories whose fingerprints `find` returns: those of deleted contents. */
  async deletedOf(
    memories: readonly { content: string }[],
    find: (fingerprints: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Set<string>> {
    const contents = [...new Set(memories.map(({ content }) => content))];
    const keys = contents.flatMap((content) => contentKeys(content).map((key) => ({ content, key })));
    const fingerprints = await this.of(keys.map(({ key }) => key));
    const deleted = await find(fingerprints);
    const found = keys.filter((_, at) => deleted.has(fingerprints[at] ?? ''));
    return new Set(found.map(({ content }) => contentKey(content)));
  }
}
