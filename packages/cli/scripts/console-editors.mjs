// `npm run docs -- editors` writes what the web console shows to connect an editor, from the catalog of `connect`;
// `npm run check -- editors` compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureCommandLine } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const file = path.resolve(here, '../../console/src/data/editors.ts');
await ensureCommandLine((text) => process.stderr.write(text));
const built = path.resolve(here, '../dist/editors');
/** @type {{ EDITORS: any[] }} */
const { EDITORS } = await import(path.join(built, 'catalog/catalog.js'));
/** @type {{ entryFor: Function, placeOf: Function }} */
const { entryFor, placeOf } = await import(path.join(built, 'connection.js'));

/** Of the names that editors write in their own ways, such as `${env:AGENT_MEMORY_KEY}`. */
const REFERENCE = /\$\{(?:env:)?AGENT_MEMORY_KEY\}|\{env:AGENT_MEMORY_KEY\}|\$AGENT_MEMORY_KEY/g;
const machine = { platform: /** @type {const} */ ('linux'), env: {}, home: '~', project: '.' };
const program = { command: 'agent-memory', args: ['mcp', '--url', '{SERVICE}', '--agent', '{AGENT}'] };

const rows = EDITORS.map((editor) => {
  const place = placeOf(editor, machine, null);
  if (place === null) throw new Error(`${editor.id} has no file`);
  /** @param {boolean} hasKey */
  const block = (hasKey) => {
    const reach = { server: { url: '{URL}', hasKey }, program, isProgramPreferred: false };
    const { config } = place;
    const text = config.format.put(config.seed ?? '', config.path(null), entryFor(editor, reach));
    return text.replaceAll(REFERENCE, '{KEY}').trimEnd();
  };
  const [local, remote] = [block(false), block(true)];
  return {
    id: editor.id,
    name: editor.name,
    file: place.config.file,
    local,
    remote,
    next: editor.nextStep(place.scope),
  };
});

const text = `/**
 * How each editor is connected. Written by \`npm run docs -- editors\` from the catalog of the command \`connect\`. The texts
 * have places: {URL} of the MCP endpoint, {SERVICE}, {AGENT} and {KEY}.
 */
export const EDITORS = ${JSON.stringify(rows, null, 2)} as const;
`;
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/console/src/data/editors.ts is old: run `npm run docs -- editors` and commit it');
  process.exitCode = 1;
}
