import path from 'node:path';
import { isRecord } from '../../json.ts';
import { type Editor, SERVER_NAME } from '../editor.ts';
import type { EntryPath } from '../formats/config-format.ts';
import { configHome, existingOrFirst, type Machine } from '../machine.ts';
import { agentsFile, bearer, entryPath, jsonConfig } from './common.ts';

export const opencode: Editor = {
  id: 'opencode',
  name: 'opencode',
  sources: [
    'https://opencode.ai/v2/docs/mcp-servers, as of 2026-11-23',
    'https://opencode.ai/docs/config, as of 2026-11-23',
    'https://opencode.ai/docs/rules, as of 2026-11-23',
  ],
  traces: (machine) => [
    folder(machine),
    path.join(machine.project, 'opencode.json'),
    path.join(machine.project, 'opencode.jsonc'),
  ],
  config: (machine, scope) => {
    const at = scope === 'project' ? machine.project : folder(machine);
    const file = existingOrFirst(path.join(at, 'opencode.json'), path.join(at, 'opencode.jsonc'));
    return {
      ...jsonConfig(file),
      path: serversIn,
      seed: '{\n  "$schema": "https://opencode.ai/config.json"\n}\n',
    };
  },
  instructions: (machine, scope) => ({
    file: scope === 'project' ? agentsFile(machine) : path.join(folder(machine), 'AGENTS.md'),
  }),
  http: ({ url, hasKey }) => ({
    type: 'remote',
    url,
    ...(hasKey ? { ...bearer((variable) => `{env:${variable}}`), oauth: false } : {}),
  }),
  program: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
  nextStep: () => 'Start opencode.',
};

/** Version 2 has its servers under `mcp.servers`. A file of version 1, with servers directly under `mcp`, stays one. */
function serversIn(data: unknown): EntryPath {
  const mcp = isRecord(data) && isRecord(data.mcp) ? data.mcp : {};
  const isVersion1 = !('servers' in mcp) && Object.values(mcp).some(isServer);
  return isVersion1 ? { table: ['mcp'], name: SERVER_NAME } : entryPath('mcp', 'servers');
}

function isServer(value: unknown): boolean {
  return isRecord(value) && ('type' in value || 'enabled' in value);
}

function folder(machine: Machine): string {
  return path.join(configHome(machine), 'opencode');
}
