import { statSync } from 'node:fs';
import path from 'node:path';
import type { Editor } from '../editor.ts';
import { appData, configHome, type Machine } from '../machine.ts';
import { agentsFile, commandAndArgs, jsonConfig } from './common.ts';

/** Of these it reads the first one that exists, and no other. */
const PROJECT_INSTRUCTIONS = [
  '.rules',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.github/copilot-instructions.md',
  'AGENT.md',
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
];

/** Headers of its settings hold no reference to a variable. */
export const zed: Editor = {
  id: 'zed',
  name: 'Zed',
  sources: [
    'https://zed.dev/docs/ai/mcp, as of 2026-11-23',
    'https://zed.dev/docs/ai/instructions, as of 2026-11-23',
    'https://zed.dev/docs/configuring-zed, as of 2026-11-23',
  ],
  traces: (machine) => [folder(machine), path.join(machine.project, '.zed')],
  config: (machine, scope) =>
    jsonConfig(
      path.join(scope === 'project' ? path.join(machine.project, '.zed') : folder(machine), 'settings.json'),
      'context_servers',
    ),
  instructions: (machine, scope) => ({
    file: scope === 'project' ? projectInstructions(machine) : path.join(folder(machine), 'AGENTS.md'),
  }),
  http: ({ url, hasKey }) => (hasKey ? null : { url }),
  program: commandAndArgs,
  nextStep: () => 'Zed starts the server by itself; the agent panel shows it.',
};

function folder(machine: Machine): string {
  if (machine.platform === 'win32') return path.join(appData(machine), 'Zed');
  const config = machine.platform === 'darwin' ? path.join(machine.home, '.config') : configHome(machine);
  return path.join(config, 'zed');
}

function projectInstructions(machine: Machine): string {
  const files = PROJECT_INSTRUCTIONS.map((file) => path.join(machine.project, file));
  const found = files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  return found ?? agentsFile(machine);
}
