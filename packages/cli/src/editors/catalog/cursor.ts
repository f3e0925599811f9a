import path from 'node:path';
import type { Editor } from '../editor.ts';
import { agentsFile, bearer, commandAndArgs, jsonConfig } from './common.ts';

const RULE_HEAD = '---\ndescription: Long-term memory\nalwaysApply: true\n---\n';

/** It reads `AGENTS.md` beside its rules. Rules for all projects are in its settings, not in a file. */
export const cursor: Editor = {
  id: 'cursor',
  name: 'Cursor',
  sources: [
    'https://cursor.com/docs/context/mcp, as of 2026-11-23',
    'https://cursor.com/docs/context/rules, as of 2026-11-23',
  ],
  traces: ({ home, project }) => [path.join(home, '.cursor'), path.join(project, '.cursor')],
  config: ({ home, project }, scope) =>
    jsonConfig(path.join(scope === 'project' ? project : home, '.cursor/mcp.json'), 'mcpServers'),
  instructions: (machine, scope) => (scope === 'project' ? { file: agentsFile(machine) } : null),
  formerRule: ({ project }) => ({
    file: path.join(project, '.cursor/rules/agent-memory.mdc'),
    head: RULE_HEAD,
  }),
  http: ({ url, hasKey }) => ({ url, ...(hasKey ? bearer((variable) => `\${env:${variable}}`) : {}) }),
  program: commandAndArgs,
  nextStep: () => 'Restart Cursor and switch the server on under Customize, MCPs.',
};
