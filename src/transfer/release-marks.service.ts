import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../audit/canonical-json';
import { Env } from '../config/env';
import { ServiceKey } from '../config/service-secret';

const PURPOSE = 'agent-memory-service/released-memory/v1';

/** What a line has of a memory in which something looked planted. Within a text, its quotation marks would be escaped. */
const HAS_REASONS = /"trust_reasons":\s*\["/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Marks of exported memories that a person released from quarantine, so that an import of this service releases them too. A
 * mark is a keyed hash of the whole line: who does not have the secret of the service can neither make one nor change a line.
 */
@Injectable()
export class ReleaseMarks {
  private readonly key: ServiceKey;

  constructor(env: Env) {
    this.key = new ServiceKey(env, PURPOSE);
  }

  /** Lines of memories, each with its line break, with `released` in those of released memories. */
  async marked(text: string): Promise<string> {
    if (!HAS_REASONS.test(text)) return text;
    const lines = text
      .split('\n')
      .map(async (line) => (HAS_REASONS.test(line) ? this.markedLine(line) : line));
    return (await Promise.all(lines)).join('\n');
  }

  /** Whether this service exported the line, as it is, of a memory that was released. */
  async isReleased({ released, ...fields }: Fields): Promise<boolean> {
    if (typeof released !== 'string') return false;
    const [given, expected] = [Buffer.from(released, 'hex'), await this.markOf(fields)];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private async markedLine(line: string): Promise<string> {
    const fields = JSON.parse(line) as Fields;
    if (fields.trust === 'quarantined' || !hasReasons(fields)) return line;
    const mark = (await this.markOf(fields)).toString('hex');
    return `${line.slice(0, line.lastIndexOf('}'))},"released":"${mark}"}`;
  }

  private async markOf(fields: Fields): Promise<Buffer> {
    return createHmac('sha256', await this.key.load())
      .update(canonicalJson(fields))
      .digest();
  }
}

function hasReasons({ trust_reasons: reasons }: Fields): boolean {
  return Array.isArray(reasons) && reasons.length > 0;
}
