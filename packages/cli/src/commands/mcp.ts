import type { Command } from 'commander';
import { locateScope, type ScopeOptions } from '../context.ts';

export function register(program: Command): void {
  program
    .command('mcp')
    .description('Forwards MCP over stdio to the service, for editors that start programs.')
    .option('--no-start', 'do not start the service when none answers on this machine')
    .option('--project', 'without --agent, use the agent of this folder, as the other commands do')
    .addHelpText('after', "\nWithout an agent the tools use the service's default agent.")
    .action(async ({ start, project }: { start: boolean; project?: boolean }, command: Command) => {
      const { url, agent, key, sources } = await locateScope({
        ...command.optsWithGlobals<ScopeOptions>(),
        ignoresFolderName: !project,
      });
      const { runBridge } = await import('../mcp/bridge.ts');
      // Editors start programs in folders of their own, whose name says nothing.
      const named = sources.agent === 'default' && !project ? null : agent;
      await runBridge({ base: new URL(url), agent: named, key, start });
    });
}
