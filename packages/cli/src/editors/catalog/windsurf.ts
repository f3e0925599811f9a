import path from 'node:path';
import type { Editor } from '../editor.ts';
import { agentsFile, bearer, commandAndArgs, jsonConfig } from './common.ts';

const RULE_HEAD = '---\ntrigger: always_on\n---\n';

/** It reads `AGENTS.md` beside its rules. Its servers are in one file for all projects. */
export const windsurf: Editor = {
  id: 'windsurf',
  name: 'Windsurf',
  sources: [
    'https://docs.windsurf.com/windsurf/cascade/mcp, as of 2026-11-23',
    'https://docs.windsurf.com/windsurf/cascade/memories, as of 2026-11-23',
    'https://docs.windsurf.com/windsurf/cascade/agents-md, as of 2026-11-28',
  ],
  traces: ({ home, project }) => [path.join(home, '.codeium/windsurf'), path.join(project, '.windsurf')],
  config: ({ home }, scope) =>
    scope === 'project'
      ? null
      : jsonConfig(path.join(home, '.codeium/windsurf/mcp_config.json'), 'mcpServers'),
  instructions: (machine, scope) => ({
    file:
      scope === 'project'
        ? agentsFile(machine)
        : path.join(machine.home, '.codeium/windsurf/memories/global_rules.md'),
  }),
  formerRule: ({ project }) => ({
    file: path.join(project, '.windsurf/rules/agent-memory.md'),
    head: RULE_HEAD,
  }),
  http: ({ url, hasKey }) => ({
    serverUrl: url,
    ...(hasKey ? bearer((variable) => `\${env:${variable}}`) : {}),
  }),
  program: commandAndArgs,
  nextStep: () => 'Refresh the MCP servers in Cascade, or restart Windsurf.',
};
