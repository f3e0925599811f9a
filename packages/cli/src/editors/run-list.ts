import type { Command } from 'commander';
import { printable, printResult, visible } from '../output.ts';
import { EDITORS } from './catalog/catalog.ts';
import { shown } from './connect-editors.ts';
import { findConnected, isFound } from './found-editors.ts';
import { thisMachine } from './machine.ts';
import { serverIn } from './verify.ts';
import type { Entry } from './formats/config-format.ts';

/** Lists all editors, whether they are on this machine, and where they are connected. */
export function runList(command: Command): void {
  const machine = thisMachine(process.cwd());
  const editors = EDITORS.map((editor) => ({
    editor: editor.id,
    name: editor.name,
    found: isFound(editor, machine),
    connections: findConnected(machine, [editor]).map(({ place, entry, fault }) => ({
      scope: place.scope,
      file: shown(place.config.file, machine),
      server: entry === null ? null : serverOf(entry),
      fault,
    })),
  }));
  printResult(command, { editors }, () =>
    editors.flatMap(({ editor, found, connections }) => linesFor(editor, found, connections)).join('\n'),
  );
}

interface Connection {
  scope: string;
  file: string;
  server: string | null;
  fault: string | null;
}

function linesFor(editor: string, found: boolean, connections: Connection[]): string[] {
  const label = editor.padEnd(16);
  if (connections.length === 0) return [`${label}${found ? 'found, not connected' : '-'}`];
  return connections.map(({ scope, file, server, fault }) =>
    fault === null
      ? `${label}${scope}: ${file} -> ${visible(server ?? '')}`
      : `${label}${scope}: ${printable(fault)}`,
  );
}

/** The URL or the command line. References to variables stay as they are. */
function serverOf(entry: Entry): string {
  try {
    const server = serverIn(entry);
    return server.kind === 'http' ? server.url : [server.command, ...server.args].join(' ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
