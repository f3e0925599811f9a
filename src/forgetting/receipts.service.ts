import { Injectable, Logger } from '@nestjs/common';
import { AuditKeys } from '../audit/audit-keys';
import { canonicalJson } from '../audit/canonical-json';
import { isSignature } from '../audit/signing-key';
import { errorName } from '../common/error-name';
import { isObject } from '../common/objects';
import { invalid } from '../common/validation-error';
import type { ForgetReceipt } from './receipt.dto';
import type { Receipt } from './forget-run';
import { ForgetRunsRepository } from './forget-runs.repository';
import { Forgetting } from './forgetting.service';
import { ReceiptFiles } from './receipt-files';

/** Applies receipts to a database that does not know them, such as one from a backup. */
@Injectable()
export class Receipts {
  private readonly logger = new Logger('Forgetting');

  constructor(
    private readonly keys: AuditKeys,
    private readonly forgetting: Forgetting,
    private readonly runs: ForgetRunsRepository,
    private readonly files: ReceiptFiles,
  ) {}

  /** Throws a ValidationError for a receipt that this service did not sign. */
  async checked(given: unknown): Promise<ForgetReceipt> {
    const { state: _, signature, ...signed } = isObject(given) ? given : {};
    const publicKey = typeof signed.key_id === 'string' ? await this.keys.find(signed.key_id) : null;
    const isOwn =
      publicKey !== null &&
      typeof signature === 'string' &&
      isSignature(canonicalJson(signed), signature, publicKey);
    if (!isOwn)
      throw invalid(['body', 'receipt'], 'Value error, this service did not sign the receipt', null);
    return given as ForgetReceipt;
  }

  /** Deletes what the receipt says was deleted. One that is known here changes nothing. */
  async apply(receipt: ForgetReceipt): Promise<Receipt> {
    const { receipt_id: receiptId, agent_ids: agentIds, by, digests } = receipt;
    return (
      (await this.runs.find(receiptId)) ?? this.forgetting.forgetAgain({ receiptId, agentIds, by, digests })
    );
  }

  /** Applies the receipts that lie beside the database. */
  async applyStored(): Promise<void> {
    for (const receiptId of await this.files.list()) {
      if ((await this.runs.find(receiptId)) !== null) continue;
      try {
        await this.apply(await this.checked(await this.files.read(receiptId)));
        this.logger.log(`Applied receipt ${receiptId}, which the database did not know`);
      } catch (error) {
        this.logger.warn(`Receipt ${receiptId} in DATA_DIR cannot be applied: ${errorName(error)}`);
      }
    }
  }
}
