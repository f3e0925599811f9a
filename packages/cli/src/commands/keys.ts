import { type Command, Option } from 'commander';
import { confirm } from '../confirm.ts';
import { openAgent } from '../context.ts';
import { formatMoment, parseMoment } from '../dates.ts';
import { printable, printNote, printResult } from '../output.ts';

const ACCESS = ['read', 'write', 'create', 'manage'] as const;
interface CreateOptions {
  agents: string[];
  access: (typeof ACCESS)[number];
  scopes?: string[];
  expires?: Date;
}

export function register(program: Command): void {
  const keys = program.command('keys').description('Keys for other machines and for configuration files.');

  keys
    .command('list', { isDefault: true })
    .description('Lists the keys, newest first.')
    .action(async (_: object, command: Command) => {
      const { memory } = await openAgent(command);
      const found = await memory.keys.list();
      const rows = found.keys.map(({ keyId, name, access, agents, scopes, expiresAt }) => {
        const end = expiresAt === null ? 'never expires' : `expires ${formatMoment(expiresAt)}`;
        const only = scopes === null ? [] : [`only ${scopes.join(', ')}`];
        return printable([keyId, name, access, agents.join(','), ...only, end].join('  '));
      });
      printResult(command, found, () => (rows.length === 0 ? 'No keys.' : rows.join('\n')));
    });

  keys
    .command('create')
    .description('Creates a key, and prints it: the service does not show it again.')
    .argument('<name>', 'name of its holder')
    .requiredOption('--agents <pattern...>', 'agents that it is for: names, beginnings with *, or *')
    .addOption(new Option('--access <access>', 'what it allows').choices(ACCESS).default('write'))
    .option('--scopes <scope...>', 'only memories of these scopes, or of beginnings with *')
    .option('--expires <date>', 'last day (2026-12-31) or ISO 8601 time; without it, never', (text) =>
      parseMoment(text, 'end'),
    )
    .action(async (name: string, options: CreateOptions, command: Command) => {
      const { expires: expiresAt, ...order } = options;
      const { memory } = await openAgent(command);
      const created = await memory.keys.create({ name, ...order, expiresAt });
      printResult(command, created, () => created.key);
      printNote(`This is the only time that the key ${created.keyId} is shown.`);
    });

  keys
    .command('revoke')
    .description('Ends a key at once.')
    .argument('<id>', 'id of the key, as `keys list` shows it')
    .option('--yes', 'do not ask')
    .action(async (id: string, options: { yes?: boolean }, command: Command) => {
      await confirm(`Revoke the key ${id}?`, options);
      const { memory } = await openAgent(command);
      const revoked = await memory.keys.revoke(id);
      printResult(command, revoked, () => `Revoked ${revoked.keyId}.`);
    });
}
