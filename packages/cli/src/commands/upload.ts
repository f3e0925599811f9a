import type { Command } from 'commander';
import { openAgent } from '../context.ts';

export function register(program: Command): void {
  program
    .command('upload')
    .description('Uploads files (PDF, DOCX, XLSX, CSV, JSON, Markdown, text), whose text becomes memories.')
    .argument('<files...>', 'the files')
    .option('--no-wait', 'do not wait until their text can be recalled')
    .action(async (files: string[], { wait }: { wait: boolean }, command: Command) => {
      const { agent } = await openAgent(command);
      const { uploadAll } = await import('../upload-files.ts');
      await uploadAll(files, { agent, wait, command });
    });
}
