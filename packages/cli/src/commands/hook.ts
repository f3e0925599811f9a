import type { Command } from 'commander';

interface HookFlags {
  url?: string;
  agent?: string;
  transcript?: string;
}

export function register(program: Command): void {
  program
    .command('hook')
    .description('What the hooks of an editor call; reads the event from stdin.')
    .argument(
      '[event]',
      'session-start prints the profile, prompt recalls for a prompt, stop extracts in the background',
    )
    .option('--transcript <file>', 'for stop: read this transcript now, and not in the background')
    .addHelpText(
      'after',
      `
A hook ends within 1,500 ms and always with 0. It prints nothing when the service is away, and nothing that it printed in
the same conversation already. AGENT_MEMORY_HOOK_MS sets another limit, and AGENT_MEMORY_HOOK_DEBUG=1 prints on stderr
why a hook printed nothing. See integrations/claude-code.`,
    )
    // Exit code 2 of a hook would keep Claude Code from working, so wrong arguments are no failure either.
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (event: string | undefined, _flags: object, command: Command) => {
      const flags = command.optsWithGlobals<HookFlags>();
      if (flags.transcript !== undefined) {
        const { runExtraction } = await import('../hooks/extract-transcript.ts');
        return runExtraction(flags.transcript, flags);
      }
      const { runHook } = await import('../hooks/run-hook.ts');
      await runHook(event ?? '', flags);
    });
}
