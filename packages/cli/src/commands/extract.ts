import type { Command } from 'commander';
import { openAgent } from '../context.ts';
import { noteSecrets, printable, printNote, printResult } from '../output.ts';

interface ExtractOptions {
  dryRun?: boolean;
  includeAssistant?: boolean;
}

export function register(program: Command): void {
  program
    .command('extract')
    .description('Finds what is worth remembering in a conversation, and stores it.')
    .argument('<file>', 'the conversation; - reads stdin')
    .option('--dry-run', 'show what would be stored')
    .option('--include-assistant', 'take statements of assistants too')
    .addHelpText(
      'after',
      `
The conversation is a JSON list of {"role", "content"}, lines of such objects, a transcript of Claude Code (.jsonl), or text
with lines such as "Ana: I prefer tabs.", in which a line without a name belongs to the one before it.`,
    )
    .action(
      async (
        file: string,
        { dryRun = false, includeAssistant = false }: ExtractOptions,
        command: Command,
      ) => {
        const { agent } = await openAgent(command);
        const { readConversation } = await import('../conversation-file.ts');
        const { extractAll } = await import('../extract-messages.ts');
        const messages = await readConversation(file);
        const result = await extractAll(agent, messages, { dryRun, includeAssistant });
        const { candidates, rejected, quarantined } = result;
        if (rejected > 0)
          printNote(`${rejected} statements were left out: they hold a secret or are no valid memory.`);
        noteSecrets({ quarantined });
        printResult(command, result, () =>
          [
            ...candidates.map(({ type, content }) => `${type}: ${printable(content)}`),
            dryRun
              ? `${candidates.length} would be stored.`
              : `${result.stored} stored, ${result.duplicates} known already.`,
          ].join('\n'),
        );
      },
    );
}
