import type { ForgetReceipt } from './receipt.dto';
import type { ForgetRunner } from './forget-runner.service';
import { NO_COUNTS, type Receipt, type Signature } from './forget-run';
import type { ForgetRunsRepository } from './forget-runs.repository';
import { Forgetting } from './forgetting.service';
import type { ReceiptFiles } from './receipt-files';
import type { ReceiptSigning } from './receipt-signing.service';
import type { Sealing } from './sealing';
import { NO_SELECTOR } from './selector';

const SIGNED: Signature = {
  at: new Date('2026-05-01T12:00:00Z'),
  auditHead: null,
  keyId: 'k',
  signature: 's',
};

/** Its runs end in the order in which the process writes. */
function forgetting() {
  const written: ForgetReceipt[] = [];
  let receipt: Receipt | null = null;
  let filesAtEnd = -1;
  const runs = {
    start: ({ receiptId, agentIds, by }: Receipt) => {
      const times = { startedAt: new Date(), at: null };
      const open = { state: 'running' as const, counts: NO_COUNTS, remaining: [], digests: ['ab'] };
      receipt = { receiptId, agentIds, by, ...times, ...open, auditHead: null, keyId: null, signature: null };
      return Promise.resolve();
    },
    find: () => Promise.resolve(receipt),
    finish: (_id: string, signature: Signature) => {
      filesAtEnd = written.length;
      if (receipt) receipt = { ...receipt, ...signature, state: 'done' };
      return Promise.resolve(true);
    },
  } as unknown as ForgetRunsRepository;
  const runner = { run: () => Promise.resolve() } as unknown as ForgetRunner;
  const sealing = { seal: () => Promise.resolve(Buffer.from('sealed')) } as unknown as Sealing;
  const signing = { sign: () => Promise.resolve(SIGNED) } as unknown as ReceiptSigning;
  const files = {
    write: (given: ForgetReceipt) => Promise.resolve(written.push(given)),
  } as unknown as ReceiptFiles;
  const service = new Forgetting(runs, runner, sealing, signing, files);
  return { service, written, filesAtEnd: () => filesAtEnd };
}

it('writes the file of a receipt before the run is done, as the answer says it afterwards', async () => {
  const { service, written, filesAtEnd } = forgetting();
  const selector = { ...NO_SELECTOR, about: 'Alice' };
  const receipt = await service.forget(['a'], selector, { by: 'key:privacy', sessionId: null });
  expect(filesAtEnd()).toBe(1);
  expect(written).toEqual([
    expect.objectContaining({ receipt_id: receipt.receiptId, state: 'done', key_id: 'k', signature: 's' }),
  ]);
});
