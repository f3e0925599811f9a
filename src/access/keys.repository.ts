import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import { noteOn, recordedWrite } from '../audit/recorded-write';
import { PrismaService } from '../database/prisma.service';
import type { ApiKey as KeyRow } from '../generated/prisma/client';
import type { Access } from './grant';
import type { ApiKey, KeyToCheck } from './key';

export type NewKey = Omit<ApiKey, 'lastUsedAt'>;

/** Inserts wait for each other, so that their number is exact. */
const INSERT_LOCK = 'api_keys';

@Injectable()
export class KeysRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** False when there are `most` keys already. */
  insert(key: NewKey, most: number): Promise<boolean> {
    const insertion = async () => {
      await this.prisma.lockInTransaction(INSERT_LOCK);
      if ((await this.keys.count()) >= most) return false;
      await this.keys.create({
        data: {
          ...key,
          agents: [...key.agents],
          scopes: [...(key.scopes ?? [])],
          digest: new Uint8Array(key.digest),
        },
      });
      return true;
    };
    const { keyId, name, agents, access, scopes, expiresAt } = key;
    const fields = { name, agents, access, scopes, expiresAt };
    const item = { kind: 'key', id: keyId, event: 'created', fields };
    return recordedWrite(
      this.prisma,
      () => this.prisma.transaction(insertion),
      (isStored) => (isStored ? noteOn(MANAGEMENT_CHAIN, 'createKey', item) : null),
    );
  }

  /** Newest first. */
  async list(limit: number): Promise<ApiKey[]> {
    const rows = await this.keys.findMany({
      orderBy: [{ createdAt: 'desc' }, { keyId: 'desc' }],
      take: limit,
    });
    return rows.map(toKey);
  }

  async find(keyId: string): Promise<KeyToCheck | null> {
    const row = await this.keys.findUnique({ where: { keyId }, omit: { createdAt: true, lastUsedAt: true } });
    return row && toKey(row);
  }

  /** False when there was none. */
  async delete(keyId: string): Promise<boolean> {
    const item = { kind: 'key', id: keyId, event: 'revoked' };
    return recordedWrite(
      this.prisma,
      async () => (await this.keys.deleteMany({ where: { keyId } })).count === 1,
      (wasThere) => (wasThere ? noteOn(MANAGEMENT_CHAIN, 'revokeKey', item) : null),
    );
  }

  /** Keeps the later of the stored and the given time of each key. */
  async saveUses(uses: ReadonlyMap<string, Date>): Promise<void> {
    for (const [keyId, at] of uses)
      await this.keys.updateMany({
        where: { keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: at } }] },
        data: { lastUsedAt: at },
      });
  }

  private get keys() {
    return this.prisma.models.apiKey;
  }
}

function toKey<Row extends Pick<KeyRow, 'access' | 'scopes'>>(row: Row) {
  return { ...row, access: row.access as Access, scopes: row.scopes.length === 0 ? null : row.scopes };
}
