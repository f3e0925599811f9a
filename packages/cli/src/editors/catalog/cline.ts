import path from 'node:path';
import { existsSync, statSync } from 'node:fs';
import type { Editor } from '../editor.ts';
import { existingOrFirst, type Machine } from '../machine.ts';
import { agentsFile, commandAndArgs, jsonConfig } from './common.ts';
import { vscodeUserFolder } from './vscode.ts';

/** Its servers are in one file for all projects. Its documentation names no reference to a variable in headers. */
export const cline: Editor = {
  id: 'cline',
  name: 'Cline',
  sources: [
    'https://docs.cline.bot/cli/configuration, as of 2026-11-23',
    'https://docs.cline.bot/mcp/adding-and-configuring-servers, as of 2026-11-23',
    'https://docs.cline.bot/features/cline-rules/overview, as of 2026-11-23',
  ],
  traces: (machine) => [path.join(machine.home, '.cline'), extensionFolder(machine)],
  config: (machine, scope) => (scope === 'project' ? null : jsonConfig(settingsFile(machine), 'mcpServers')),
  instructions: (machine, scope) => ({
    file:
      scope === 'project'
        ? projectRules(machine)
        : path.join(machine.home, '.cline/rules', 'agent-memory.md'),
  }),
  http: ({ url, hasKey }) => (hasKey ? null : { type: 'streamableHttp', url }),
  program: commandAndArgs,
  nextStep: () => 'Open the MCP servers in Cline: the server is under Configure.',
};

/** All of Cline's programs share the first one. Extensions of before 2026 have the second one. */
function settingsFile(machine: Machine): string {
  return existingOrFirst(
    path.join(machine.home, '.cline/data/settings/cline_mcp_settings.json'),
    path.join(extensionFolder(machine), 'settings/cline_mcp_settings.json'),
  );
}

function extensionFolder(machine: Machine): string {
  return path.join(vscodeUserFolder(machine), 'globalStorage/saoudrizwan.claude-dev');
}

/** A new `.clinerules` would hide the project's rules in the forms of other editors. */
function projectRules(machine: Machine): string {
  const own = path.join(machine.project, '.clinerules');
  if (!existsSync(own)) return agentsFile(machine);
  return statSync(own).isDirectory() ? path.join(own, 'agent-memory.md') : own;
}
