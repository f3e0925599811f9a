// `npm run docs -- cli` writes the list of commands in docs/CLI.md, from `help --json`; `npm run check -- cli-docs` compares it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('../src/description.ts').CommandDescription} Description */

const MARK = '<!-- From here on written by `npm run docs -- cli`. -->\n';
const here = path.dirname(fileURLToPath(import.meta.url));
const file = path.resolve(here, '../../../docs/CLI.md');
const binary = path.resolve(here, '../bin/agent-memory.cjs');

/** @type {Description} */
const program = JSON.parse(
  execFileSync(process.execPath, [binary, 'help', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
const former = readFileSync(file, 'utf8');
const [introduction = ''] = former.split(MARK);
const text = `${introduction}${MARK}\n${documentation(program)}`;

if (process.argv.includes('--check')) {
  if (text !== former) {
    console.error('docs/CLI.md is old: run `npm run docs -- cli` and commit it');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, text);
}

/** @param {Description} program */
function documentation({ options, commands }) {
  const sections = commands.flatMap((command) => [`## ${command.name}`, ...section(command)]);
  return `${['## Options of all commands', table('Option', options.map(optionRow)), ...sections].join('\n\n')}\n`;
}

/**
 * A group, such as `agents`, has a part for each of its commands.
 *
 * @param {Description} command
 * @returns {string[]}
 */
function section({ description, usage, arguments: args, options, commands }) {
  const parts = [description, `\`\`\`\n${usage}\n\`\`\``];
  if (args.length > 0) parts.push(table('Argument', args.map(argumentRow)));
  if (options.length > 0) parts.push(table('Option', options.map(optionRow)));
  for (const command of commands)
    parts.push(`### ${usage.split(' ').at(1)} ${command.name}`, ...section(command));
  return parts;
}

/**
 * @param {string} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [`| ${head} | |`, '|---|---|', ...lines].join('\n');
}

/** @param {Description['arguments'][number]} argument */
function argumentRow({ name, description, required }) {
  return [`\`${name}\``, required ? description : `${description} (optional)`];
}

/** @param {Description['options'][number]} option */
function optionRow({ flags, description, choices, default: value, required }) {
  const notes = [
    ...(required ? ['required'] : []),
    ...(choices === null ? [] : [choices.map((choice) => `\`${choice}\``).join(', ')]),
    ...(value === null ? [] : [`default \`${value}\``]),
  ];
  return [`\`${flags}\``, notes.length === 0 ? description : `${description} (${notes.join('; ')})`];
}
