import path from 'node:path';
import type { Editor } from '../editor.ts';
import { applicationFolder } from '../machine.ts';
import { commandAndArgs, jsonConfig } from './common.ts';

/** It starts programs only: servers with a URL are added in its settings. It reads no instruction file. */
export const claudeDesktop: Editor = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  sources: ['https://modelcontextprotocol.io/docs/develop/connect-local-servers, as of 2026-11-23'],
  traces: (machine) => [applicationFolder(machine, 'Claude')],
  config: (machine, scope) =>
    scope === 'project'
      ? null
      : jsonConfig(
          path.join(applicationFolder(machine, 'Claude'), 'claude_desktop_config.json'),
          'mcpServers',
        ),
  instructions: () => null,
  http: () => null,
  program: commandAndArgs,
  nextStep: () => 'Quit Claude Desktop and start it again.',
};
