import type { Command } from 'commander';

export function register(program: Command): void {
  const receipt = program.command('receipt').description('Keeps, checks and applies receipts of forgetting.');
  receipt
    .command('get')
    .description('Writes the receipt of a run to a file.')
    .argument('<id>', 'id of the receipt')
    .requiredOption('--out <file>', 'where to write it')
    .action(async (id: string, options: { out: string }, command: Command) => {
      const { saveReceipt } = await import('../receipts.ts');
      await saveReceipt(id, options, command);
    });
  receipt
    .command('verify')
    .description('Checks the signature of a receipt. Ends with 1 if it was changed.')
    .argument('<file>', 'a receipt, as the service signed it')
    .option('--key <hex>', 'the public key; with it no service is asked')
    .action(async (file: string, options: { key?: string }, command: Command) => {
      const { verifyReceipt } = await import('../receipts.ts');
      await verifyReceipt(file, options, command);
    });
  receipt
    .command('apply')
    .description('Deletes from a restored database what receipts name.')
    .argument('<file...>', 'receipts, as the service signed them')
    .action(async (files: string[], _: object, command: Command) => {
      const { applyReceipts } = await import('../receipts.ts');
      await applyReceipts(files, command);
    });
}
