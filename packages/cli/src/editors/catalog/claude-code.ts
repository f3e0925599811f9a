import path from 'node:path';
import type { Editor } from '../editor.ts';
import type { Machine } from '../machine.ts';
import { bearer, jsonConfig } from './common.ts';

export const claudeCode: Editor = {
  id: 'claude-code',
  name: 'Claude Code',
  sources: [
    'https://code.claude.com/docs/en/mcp, as of 2026-11-23',
    'https://code.claude.com/docs/en/memory, as of 2026-11-23',
  ],
  traces: (machine) => [folder(machine), userFile(machine), path.join(machine.project, '.mcp.json')],
  config: (machine, scope) =>
    jsonConfig(
      scope === 'project' ? path.join(machine.project, '.mcp.json') : userFile(machine),
      'mcpServers',
    ),
  instructions: (machine, scope) => ({
    file: path.join(scope === 'project' ? machine.project : folder(machine), 'CLAUDE.md'),
  }),
  http: ({ url, hasKey }) => ({
    type: 'http',
    url,
    ...(hasKey ? bearer((variable) => `\${${variable}}`) : {}),
  }),
  program: ({ command, args }) => ({ type: 'stdio', command, args }),
  nextStep: (scope) =>
    scope === 'project'
      ? 'Start Claude Code in this folder and approve the server of .mcp.json.'
      : 'Start Claude Code.',
};

function folder({ env, home }: Machine): string {
  return env.CLAUDE_CONFIG_DIR || path.join(home, '.claude');
}

function userFile({ env, home }: Machine): string {
  return path.join(env.CLAUDE_CONFIG_DIR || home, '.claude.json');
}
