import { Injectable } from '@nestjs/common';
import { AuditKeys, type PublicKey } from '../audit/audit-keys';
import type { AuditFilter } from '../audit/audit-filter';
import { AuditLogRepository } from '../audit/audit-log.repository';
import { GENESIS, type AuditRecord, type SignedPlace } from '../audit/audit-record';
import { AuditSealer } from '../audit/audit-sealer.service';
import { SigningKey } from '../audit/signing-key';
import { toRecordDto } from './audit.dto';

/** Records that are read and written in one go. */
const SLICE = 500;
const FORMAT = 1;

export interface AuditPage {
  records: AuditRecord[];
  /** The place after which the next page begins, backwards. */
  next: number | null;
}

/** Reads the chains. Entries that were committed before a read have their places in its result. */
@Injectable()
export class AuditReading {
  constructor(
    private readonly log: AuditLogRepository,
    private readonly sealer: AuditSealer,
    private readonly keys: AuditKeys,
    private readonly signing: SigningKey,
  ) {}

  async page(chain: string, filter: AuditFilter, before: number | null, limit: number): Promise<AuditPage> {
    await this.sealer.sealAll();
    const found = await this.log.newest(chain, filter, before, limit + 1);
    const records = found.slice(0, limit);
    return { records, next: found.length > limit ? (records.at(-1)?.seq ?? null) : null };
  }

  async publicKeys(): Promise<{ current: string; keys: PublicKey[] }> {
    const { keyId } = await this.signing.load();
    return { current: keyId, keys: await this.keys.list() };
  }

  /** A header with the keys, the records that are kept, and the signed head. */
  async *lines(chain: string): AsyncGenerator<Buffer> {
    await this.sealer.sealAll();
    const ends = await this.log.ends(chain);
    const anchor = ends?.anchor ?? null;
    yield line({
      kind: 'header',
      format: FORMAT,
      chain,
      keys: (await this.keys.list()).map(({ keyId, publicKey }) => ({
        key_id: keyId,
        public_key: publicKey,
      })),
      anchor: anchor && placeDto(anchor),
    });
    let after = anchor?.seq ?? 0;
    const until = ends?.head.seq ?? 0;
    for (;;) {
      const records = await this.log.following(chain, after, until, SLICE);
      const last = records.at(-1);
      if (last === undefined) break;
      yield Buffer.concat(records.map((record) => line({ kind: 'record', ...toRecordDto(record) })));
      after = last.seq;
    }
    yield line({ kind: 'head', ...(ends ? placeDto(ends.head) : { seq: 0, hash: GENESIS }) });
  }
}

function placeDto({ seq, hash, at, keyId, signature }: SignedPlace) {
  return { seq, hash, at: at.toISOString(), key_id: keyId, signature };
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
