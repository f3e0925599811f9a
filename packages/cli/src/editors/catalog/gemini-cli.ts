import path from 'node:path';
import type { Editor } from '../editor.ts';
import { bearer, commandAndArgs, jsonConfig } from './common.ts';

/** `httpUrl` is the protocol's HTTP transport; `url` would be the older one with events. */
export const geminiCli: Editor = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  sources: [
    'https://geminicli.com/docs/tools/mcp-server, as of 2026-11-23',
    'https://geminicli.com/docs/cli/gemini-md, as of 2026-11-23',
  ],
  traces: ({ home, project }) => [path.join(home, '.gemini'), path.join(project, '.gemini')],
  config: ({ home, project }, scope) =>
    jsonConfig(path.join(scope === 'project' ? project : home, '.gemini/settings.json'), 'mcpServers'),
  instructions: ({ home, project }, scope) => ({
    file: scope === 'project' ? path.join(project, 'GEMINI.md') : path.join(home, '.gemini/GEMINI.md'),
  }),
  http: ({ url, hasKey }) => ({ httpUrl: url, ...(hasKey ? bearer((variable) => `$${variable}`) : {}) }),
  program: commandAndArgs,
  nextStep: () => 'Start Gemini CLI; /mcp lists the server.',
};
