import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import { MANAGEMENT_CHAIN } from '../audit/audit-entry';
import { AuditLogRepository } from '../audit/audit-log.repository';
import { AuditSealer } from '../audit/audit-sealer.service';
import { AuditTrail } from '../audit/audit-trail';
import { SigningKey } from '../audit/signing-key';
import { PrismaService } from '../database/prisma.service';
import { type AuditHead, type Receipt, receiptText, type Signature } from './forget-run';

/** Puts the end of a run into an audit chain, and signs the receipt with that chain's head. */
@Injectable()
export class ReceiptSigning {
  constructor(
    private readonly database: PrismaService,
    private readonly trail: AuditTrail,
    private readonly sealer: AuditSealer,
    private readonly log: AuditLogRepository,
    private readonly key: SigningKey,
  ) {}

  async sign(receipt: Receipt): Promise<Signature> {
    const auditHead = await this.recorded(receipt);
    const { keyId } = await this.key.load();
    const at = await this.database.now();
    const { signature } = await this.key.sign(receiptText({ ...receipt, at, auditHead, keyId }));
    return { at, auditHead, keyId, signature };
  }

  private async recorded({ receiptId, agentIds, by }: Receipt): Promise<AuditHead | null> {
    const [agentId, ...more] = agentIds;
    const chain = agentId === undefined || more.length > 0 ? MANAGEMENT_CHAIN : namespaceOf(agentId);
    const items = [{ kind: 'receipt', id: receiptId, event: 'created' }];
    await this.trail.record({ chain, operation: 'forget', actor: by, items });
    await this.sealer.sealAll();
    const ends = await this.log.ends(chain);
    return ends === null ? null : { chain, seq: ends.head.seq, hash: ends.head.hash };
  }
}
