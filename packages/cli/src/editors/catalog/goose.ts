import path from 'node:path';
import { type Editor, SERVER_NAME } from '../editor.ts';
import { yamlFormat } from '../formats/yaml-format.ts';
import { appData, configHome, type Machine } from '../machine.ts';
import { agentsFile, entryPath } from './common.ts';

/** Fields that goose writes for each extension itself. */
const COMMON = { enabled: true, name: SERVER_NAME, description: 'Long-term memory', timeout: 300 };

/** Its extensions are in one file for all projects. It keeps secrets in a store of its own. */
export const goose: Editor = {
  id: 'goose',
  name: 'goose',
  sources: [
    'https://block.github.io/goose/docs/guides/config-files, as of 2026-11-23',
    'https://block.github.io/goose/docs/guides/using-goosehints, as of 2026-11-23',
  ],
  traces: (machine) => [folder(machine)],
  config: (machine, scope) =>
    scope === 'project'
      ? null
      : {
          file: path.join(folder(machine), 'config.yaml'),
          format: yamlFormat,
          path: () => entryPath('extensions'),
        },
  instructions: (machine, scope) => ({
    file: scope === 'project' ? agentsFile(machine) : path.join(folder(machine), '.goosehints'),
  }),
  http: ({ url, hasKey }) => (hasKey ? null : { ...COMMON, type: 'streamable_http', uri: url }),
  program: ({ command, args }) => ({ ...COMMON, type: 'stdio', cmd: command, args }),
  nextStep: () => 'Start goose again.',
};

function folder(machine: Machine): string {
  if (machine.platform === 'win32') return path.join(appData(machine), 'Block/goose/config');
  return path.join(configHome(machine), 'goose');
}
