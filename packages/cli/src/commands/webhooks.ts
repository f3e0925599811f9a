import type { MemoryEventKind } from '@agent-memory/client';
import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { openAgent } from '../context.ts';
import { printable, printNote, printResult } from '../output.ts';

interface AddOptions {
  agents?: string[];
  events?: MemoryEventKind[];
}

export function register(program: Command): void {
  const webhooks = program.command('webhooks').description('Where the service sends events.');

  webhooks
    .command('list', { isDefault: true })
    .description('Lists the webhooks, newest first.')
    .action(async (_: object, command: Command) => {
      const { memory } = await openAgent(command);
      const found = await memory.webhooks.list();
      const rows = found.webhooks.map(({ webhookId, url, status, pauseReason, agents, events }) => {
        const state = pauseReason === null ? status : `${status} (${pauseReason})`;
        return printable([webhookId, state, agents.join(','), events.join(','), url].join('  '));
      });
      printResult(command, found, () => (rows.length === 0 ? 'No webhooks.' : rows.join('\n')));
    });

  webhooks
    .command('add')
    .description('Adds a webhook, and prints its secret: the service does not show it again.')
    .argument('<url>', 'where to send events')
    .option('--agents <pattern...>', 'names, or beginnings with *; without it, all agents')
    .option('--events <kind...>', 'such as memory.created; without it, all kinds')
    .action(async (url: string, options: AddOptions, command: Command) => {
      const { memory } = await openAgent(command);
      const created = await memory.webhooks.create({ url, ...options });
      printResult(command, created, () => created.secret ?? '');
      printNote(`This is the only time that the secret of ${created.webhookId} is shown.`);
    });

  webhooks
    .command('remove')
    .description('Removes a webhook and its deliveries.')
    .argument('<id>', 'id of the webhook, as `webhooks list` shows it')
    .option('--yes', 'do not ask')
    .action(async (id: string, options: { yes?: boolean }, command: Command) => {
      await confirm(`Remove the webhook ${id}?`, options);
      const { memory } = await openAgent(command);
      await memory.webhooks.remove(id);
      printResult(command, { status: 'removed', webhookId: id }, () => `Removed ${id}.`);
    });
}
