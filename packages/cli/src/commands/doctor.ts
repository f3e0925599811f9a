import type { Command } from 'commander';

export function register(program: Command): void {
  program
    .command('doctor')
    .description(
      'Checks this machine, the service, the key and each connected editor, and says how to fix what is broken.',
    )
    .action(async (_: object, command: Command) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      await runDoctor(command);
    });
}
