import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../config/env';
import { AuditKeys } from './audit-keys';
import { AuditPruningRepository, type PrunedSlice } from './audit-pruning.repository';
import { GENESIS, placeText, recordHash, type AuditRecord, type SignedPlace } from './audit-record';
import { isSignature, SigningKey } from './signing-key';

const DAY_MS = 86_400_000;
/** Records of one transaction. */
const SLICE = 500;

/** Deletes records from the front of chains, and signs the place at which each then begins. */
@Injectable()
export class AuditRetention {
  private readonly logger = new Logger(AuditRetention.name);

  constructor(
    private readonly repository: AuditPruningRepository,
    private readonly env: Env,
    private readonly signing: SigningKey,
    private readonly keys: AuditKeys,
  ) {}

  /** Deletes records older than `AUDIT_RETENTION_DAYS`, the last of each chain apart; how many. */
  async prune(now: Date): Promise<number> {
    const days = this.env.AUDIT_RETENTION_DAYS;
    if (days === null) return 0;
    const before = new Date(now.getTime() - days * DAY_MS);
    let deleted = 0;
    let chain = await this.repository.nextChain(null, before);
    while (chain !== null) {
      deleted += await this.pruneChain(chain, before);
      chain = await this.repository.nextChain(chain, before);
    }
    return deleted;
  }

  private async pruneChain(chain: string, before: Date): Promise<number> {
    let deleted = 0;
    for (;;) {
      const count = await this.repository.changing(() => this.pruneSlice(chain, before));
      deleted += count;
      if (count < SLICE) return deleted;
    }
  }

  /** Deletes nothing of a chain that somebody changed: its records are evidence. */
  private async pruneSlice(chain: string, before: Date): Promise<number> {
    const slice = await this.repository.slice(chain, SLICE + 1);
    const records = slice.records.slice(0, -1);
    const end = records.findIndex(({ at }) => at >= before);
    const old = end < 0 ? records : records.slice(0, end);
    const last = old.at(-1);
    if (last === undefined) return 0;
    if (!(await this.isWhole(chain, slice))) {
      this.logger.error(`The audit chain '${chain}' is not pruned: its records were changed`);
      return 0;
    }
    const place = { seq: last.seq, hash: last.hash, at: last.at };
    const signed = await this.signing.sign(placeText('anchor', chain, place));
    await this.repository.prune(chain, { ...place, ...signed });
    return old.length;
  }

  /** Whether the anchor is signed, and each record follows the one before; also the one that stays. */
  private async isWhole(chain: string, { anchor, records }: PrunedSlice): Promise<boolean> {
    if (anchor !== null && !(await this.isSigned(chain, anchor))) return false;
    return follow(anchor ?? { seq: 0, hash: GENESIS }, records);
  }

  private async isSigned(chain: string, anchor: SignedPlace): Promise<boolean> {
    const key = await this.keys.find(anchor.keyId);
    return key !== null && isSignature(placeText('anchor', chain, anchor), anchor.signature, key);
  }
}

function follow(start: Pick<SignedPlace, 'seq' | 'hash'>, records: readonly AuditRecord[]): boolean {
  let { seq, hash } = start;
  for (const record of records) {
    if (record.seq !== seq + 1 || recordHash(record, hash) !== record.hash) return false;
    ({ seq, hash } = record);
  }
  return true;
}
