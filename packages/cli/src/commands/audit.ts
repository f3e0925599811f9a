import type { Command } from 'commander';

export function register(program: Command): void {
  const audit = program.command('audit').description('Checks and exports who changed what of the agent.');
  audit
    .command('verify')
    .description(
      'Checks the chain of the agent, or an exported file. Ends with 1 and names what was changed.',
    )
    .option('--from <file>', 'a file that `audit export` wrote, checked on this machine')
    .option('--management', 'the chain of management in place of that of an agent')
    .option('--key <hex>', 'the public key that must have signed the head')
    .action(async (options: { from?: string; management?: boolean; key?: string }, command: Command) => {
      const { verifyChain } = await import('../audit/audit-commands.ts');
      await verifyChain(options, command);
    });
  audit
    .command('export')
    .description('Writes the chain with its signed head, as lines of JSON, to keep it elsewhere.')
    .requiredOption('--out <file>', 'where to write it')
    .option('--management', 'the chain of management in place of that of an agent')
    .action(async (options: { out: string; management?: boolean }, command: Command) => {
      const { exportChain } = await import('../audit/audit-commands.ts');
      await exportChain(options, command);
    });
}
