// SQL: bytes are hex here, and a new key endorses all that are there in one statement.
import type { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';
import { canonicalJson } from './canonical-json';
import { isSignature, keyIdOf, type SigningKey } from './signing-key';

export interface PublicKey {
  keyId: string;
  /** 32 bytes of Ed25519, in hex. */
  publicKey: string;
  firstUsedAt: Date;
}

interface KeyRow extends PublicKey {
  endorsedBy: string | null;
  endorsement: string | null;
}

/** More than a service ever rotates. */
const MOST_KEYS = 1_000;

/**
 * The public keys that signed heads. A key that follows another one signs those before it when it is first used; later
 * rows without its signature are not believed, since anybody who can write the database could add one.
 */
export class AuditKeys {
  private adopted = false;

  constructor(
    private readonly database: PrismaService,
    private readonly signing: SigningKey,
  ) {}

  /** Returns the trusted keys, the newest first. */
  async list(): Promise<PublicKey[]> {
    await this.adopt();
    const own = await this.signing.load();
    const rows = await this.rows();
    return rows
      .filter((row) => isBelieved(row, own))
      .map(({ keyId, publicKey, firstUsedAt }) => ({ keyId, publicKey, firstUsedAt }));
  }

  /** Returns a trusted key in hex; null for an unknown or untrusted one. */
  async find(keyId: string): Promise<string | null> {
    const own = await this.signing.load();
    if (keyId === own.keyId) return own.publicKey;
    return (await this.list()).find((key) => key.keyId === keyId)?.publicKey ?? null;
  }

  /** Stores the current key if it is new. */
  async adopt(): Promise<void> {
    if (this.adopted) return;
    const own = await this.signing.load();
    const rows = await this.rows();
    if (!rows.some(({ keyId }) => keyId === own.keyId)) {
      for (const row of rows) await this.endorse(row);
      await this.database.execute(sql`
        INSERT INTO audit_keys (key_id, public_key) VALUES (${own.keyId}, decode(${own.publicKey}, 'hex'))
        ON CONFLICT DO NOTHING`);
    }
    this.adopted = true;
  }

  private async endorse(row: KeyRow): Promise<void> {
    const { keyId, signature } = await this.signing.sign(endorsementText(row));
    await this.database.execute(sql`
      UPDATE audit_keys SET endorsed_by = ${keyId}, endorsement = decode(${signature}, 'hex')
      WHERE key_id = ${row.keyId}`);
  }

  private rows(): Promise<KeyRow[]> {
    return this.database.query<KeyRow>(sql`
      SELECT key_id AS "keyId", encode(public_key, 'hex') AS "publicKey", first_used_at AS "firstUsedAt",
        endorsed_by AS "endorsedBy", encode(endorsement, 'hex') AS endorsement
      FROM audit_keys ORDER BY first_used_at DESC, key_id LIMIT ${MOST_KEYS}`);
  }
}

function isBelieved(row: KeyRow, own: { keyId: string; publicKey: string }): boolean {
  if (row.keyId === own.keyId) return row.publicKey === own.publicKey;
  if (row.keyId !== keyIdOf(row.publicKey) || row.endorsement === null) return false;
  return isSignature(endorsementText(row), row.endorsement, own.publicKey);
}

function endorsementText({ keyId, publicKey }: Pick<KeyRow, 'keyId' | 'publicKey'>): string {
  return canonicalJson(['agent-memory/audit-key/v1', keyId, publicKey]);
}
