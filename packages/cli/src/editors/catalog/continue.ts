import path from 'node:path';
import { type Editor, SERVER_NAME } from '../editor.ts';
import { yamlFormat } from '../formats/yaml-format.ts';
import { commandAndArgs } from './common.ts';

const RULE_HEAD = '---\nname: Long-term memory\nalwaysApply: true\n---\n';
/** A block of its own needs these fields. */
const BLOCK_SEED = 'name: Agent memory\nversion: 0.0.1\nschema: v1\n';

/** Its servers are a list. Secrets in its files come from its own store, not from the environment. */
export const continueDev: Editor = {
  id: 'continue',
  name: 'Continue',
  sources: [
    'https://docs.continue.dev/customize/deep-dives/mcp, as of 2026-11-23',
    'https://docs.continue.dev/customize/deep-dives/rules, as of 2026-11-23',
  ],
  traces: ({ home, project }) => [path.join(home, '.continue'), path.join(project, '.continue')],
  config: ({ home, project }, scope) => ({
    file:
      scope === 'project'
        ? path.join(project, '.continue/mcpServers/agent-memory.yaml')
        : path.join(home, '.continue/config.yaml'),
    format: yamlFormat,
    path: () => ({ table: ['mcpServers'], name: SERVER_NAME, isList: true }),
    seed: scope === 'project' ? BLOCK_SEED : 'name: Local config\nversion: 1.0.0\nschema: v1\n',
  }),
  instructions: ({ home, project }, scope) => ({
    file: path.join(scope === 'project' ? project : home, '.continue/rules/agent-memory.md'),
    head: RULE_HEAD,
  }),
  http: ({ url, hasKey }) => (hasKey ? null : { name: SERVER_NAME, type: 'streamable-http', url }),
  program: (program) => ({ name: SERVER_NAME, type: 'stdio', ...commandAndArgs(program) }),
  nextStep: () => 'Use Agent mode in Continue: only there it has tools.',
};
