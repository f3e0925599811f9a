import path from 'node:path';
import type { Editor, InstructionFile, Scope } from '../editor.ts';
import { applicationFolder, existingOrFirst, type Machine } from '../machine.ts';
import { hasInstructions } from '../section.ts';
import { claudeCode } from './claude-code.ts';
import { agentsFile, bearer, jsonConfig } from './common.ts';

const USER_HEAD = "---\napplyTo: '**'\n---\n";

export const vscode: Editor = {
  id: 'vscode',
  name: 'VS Code',
  sources: [
    'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration, version of 2026-05-20',
    'https://code.visualstudio.com/docs/agent-customization/custom-instructions, as of 2026-11-23',
  ],
  traces: (machine) => [vscodeUserFolder(machine), path.join(machine.project, '.vscode/mcp.json')],
  config: (machine, scope) =>
    jsonConfig(
      scope === 'project'
        ? path.join(machine.project, '.vscode/mcp.json')
        : path.join(vscodeUserFolder(machine), 'mcp.json'),
      'servers',
    ),
  instructions: (machine, scope) => {
    const own = ownInstructions(machine, scope);
    const ofClaude = claudeCode.instructions(machine, scope);
    // It reads the files of Claude Code, too: what is there already is not written twice.
    return ofClaude !== null && hasInstructions(ofClaude) && !hasInstructions(own) ? ofClaude : own;
  },
  http: ({ url, hasKey }) => ({
    type: 'http',
    url,
    ...(hasKey ? bearer((variable) => `\${env:${variable}}`) : {}),
  }),
  program: ({ command, args }) => ({ type: 'stdio', command, args }),
  nextStep: () => 'Run "MCP: List Servers" in VS Code, start the server and trust it.',
};

/** The folder of the default profile. */
export function vscodeUserFolder(machine: Machine): string {
  return path.join(applicationFolder(machine, 'Code'), 'User');
}

function ownInstructions(machine: Machine, scope: Scope): InstructionFile {
  if (scope === 'project') return { file: projectInstructions(machine) };
  return {
    file: path.join(machine.home, '.copilot/instructions/agent-memory.instructions.md'),
    head: USER_HEAD,
  };
}

/** It reads both. Other editors read only one of them, so a second file is not created. */
function projectInstructions(machine: Machine): string {
  const own = path.join(machine.project, '.github/copilot-instructions.md');
  return existingOrFirst(agentsFile(machine), own);
}
