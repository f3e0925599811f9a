import path from 'node:path';
import { type Editor, KEY_VARIABLE } from '../editor.ts';
import { tomlFormat } from '../formats/toml-format.ts';
import type { Machine } from '../machine.ts';
import { agentsFile, commandAndArgs, entryPath } from './common.ts';

export const codex: Editor = {
  id: 'codex',
  name: 'Codex',
  sources: [
    'https://developers.openai.com/codex/mcp, as of 2026-11-23',
    'https://developers.openai.com/codex/guides/agents-md, as of 2026-11-23',
  ],
  traces: (machine) => [folder(machine), path.join(machine.project, '.codex')],
  config: (machine, scope) => ({
    file:
      scope === 'project'
        ? path.join(machine.project, '.codex/config.toml')
        : path.join(folder(machine), 'config.toml'),
    format: tomlFormat,
    path: () => entryPath('mcp_servers'),
  }),
  instructions: (machine, scope) => ({
    file: scope === 'project' ? agentsFile(machine) : path.join(folder(machine), 'AGENTS.md'),
  }),
  http: ({ url, hasKey }) => ({ url, ...(hasKey ? { bearer_token_env_var: KEY_VARIABLE } : {}) }),
  program: commandAndArgs,
  nextStep: (scope) => (scope === 'project' ? 'Start Codex in this folder and trust it.' : 'Start Codex.'),
};

function folder({ env, home }: Machine): string {
  return env.CODEX_HOME || path.join(home, '.codex');
}
