import type { Agent, PolicyView, PresetName } from '@agent-memory/client';
import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { openAgent } from '../context.ts';
import { formatDay } from '../dates.ts';
import { usageError } from '../failure.ts';
import { readJsonFile } from '../json-file.ts';
import { toDocument } from '../json.ts';
import { printable, printResult } from '../output.ts';

type Sweep = Awaited<ReturnType<Agent['policy']['apply']>>;

export function register(program: Command): void {
  const policy = program.command('policy').description('When memories expire, and what has expired.');

  policy
    .command('show', { isDefault: true })
    .description('Shows the policy of the agent.')
    .action(async (_: object, command: Command) => {
      const { agent } = await openAgent(command);
      const found = await agent.policy.get();
      printResult(command, found, () => (found.isEmpty ? 'Nothing expires.' : policyText(found.policy)));
    });

  policy
    .command('set')
    .description('Replaces the policy; nothing expires before the next sweep.')
    .argument('<file>', 'JSON with the fields of `policy show --json`; - reads stdin')
    .action(async (file: string, _: object, command: Command) => {
      const document = await readJsonFile(file);
      const { agent } = await openAgent(command);
      const stored = await agent.policy.set(document);
      printResult(command, stored, () => `Stored. What it would expire: agent-memory policy preview`);
    });

  policy
    .command('preset')
    .description('Replaces the policy by a preset; without a name, lists the presets.')
    .argument('[name]', 'name of the preset')
    .action(preset);

  policy
    .command('preview')
    .description('Lists what the policy would expire now, and changes nothing.')
    .action(async (_: object, command: Command) => {
      const { agent } = await openAgent(command);
      const sweep = await agent.policy.apply({ dryRun: true });
      printResult(command, sweep, () => `${matchesText(sweep)}Would expire: ${sweep.matched}.`);
    });

  policy
    .command('apply')
    .description('Expires what the policy says. `undo` restores it.')
    .option('--yes', 'do not ask')
    .action(apply);
}

async function preset(name: string | undefined, _: object, command: Command): Promise<void> {
  const { agent } = await openAgent(command);
  const { presets } = await agent.policy.presets();
  if (name === undefined) {
    const rows = presets.map((each) => `${each.name}: ${each.description}`);
    return printResult(command, { presets }, () => printable(rows.join('\n')));
  }
  const names = presets.map((each) => each.name as string);
  if (!names.includes(name)) {
    throw usageError(`There is no preset '${name}': give one of ${names.join(', ')}.`);
  }
  const adopted = await agent.policy.preset(name as PresetName);
  printResult(command, adopted, () => policyText(adopted.policy));
}

async function apply(options: { yes?: boolean }, command: Command): Promise<void> {
  const { agent } = await openAgent(command);
  if (!options.yes) {
    const { matched } = await agent.policy.apply({ dryRun: true });
    if (matched > 0) await confirm(`Expire ${matched} memories of ${agent.id}?`, options);
  }
  const sweep = await agent.policy.apply();
  const undo = sweep.sweepId === null ? '' : ` To undo: agent-memory undo ${sweep.sweepId}`;
  printResult(command, sweep, () => `Expired: ${sweep.expired}.${sweep.expired > 0 ? undo : ''}`);
}

function matchesText({ memories }: Sweep): string {
  return memories
    .map(({ id, type, createdAt, expiredBy, title }) => {
      const facts = [id, type, formatDay(createdAt), expiredBy, title];
      return `${printable(facts.join('  '))}\n`;
    })
    .join('');
}

function policyText(policy: PolicyView): string {
  return printable(JSON.stringify(toDocument(policy), null, 2));
}
