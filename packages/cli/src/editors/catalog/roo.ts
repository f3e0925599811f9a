import path from 'node:path';
import type { Editor } from '../editor.ts';
import type { Machine } from '../machine.ts';
import { agentsFile, commandAndArgs, jsonConfig } from './common.ts';
import { vscodeUserFolder } from './vscode.ts';

/** It reads `AGENTS.md` beside its rules. Its documentation names no reference to a variable in headers. */
export const roo: Editor = {
  id: 'roo',
  name: 'Roo Code',
  sources: [
    'https://docs.roocode.com/features/mcp/using-mcp-in-roo, as of 2026-11-23',
    'https://docs.roocode.com/features/custom-instructions, as of 2026-11-23',
  ],
  traces: (machine) => [extensionFolder(machine), path.join(machine.project, '.roo')],
  config: (machine, scope) =>
    jsonConfig(
      scope === 'project'
        ? path.join(machine.project, '.roo/mcp.json')
        : path.join(extensionFolder(machine), 'settings/mcp_settings.json'),
      'mcpServers',
    ),
  instructions: (machine, scope) => ({
    file:
      scope === 'project' ? agentsFile(machine) : path.join(machine.home, '.roo/rules', 'agent-memory.md'),
  }),
  http: ({ url, hasKey }) => (hasKey ? null : { type: 'streamable-http', url }),
  program: commandAndArgs,
  nextStep: () => 'Open the MCP servers in Roo Code and refresh them.',
};

function extensionFolder(machine: Machine): string {
  return path.join(vscodeUserFolder(machine), 'globalStorage/rooveterinaryinc.roo-cline');
}
