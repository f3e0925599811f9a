// Writes the skills of integrations/agent-plugin from those of integrations/claude-code: without the fields and the
// placeholder that only Claude Code knows. `--check` fails if they differ.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { portableSkill } from './portable-skill.cjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../integrations');
const isCheck = process.argv.includes('--check');

for (const name of readdirSync(path.join(root, 'claude-code/skills'))) {
  const source = readFileSync(path.join(root, 'claude-code/skills', name, 'SKILL.md'), 'utf8');
  const folder = path.join(root, 'agent-plugin/skills', name);
  const [file, text] = [path.join(folder, 'SKILL.md'), portableSkill(source)];
  if (isCheck && read(file) !== text) {
    console.error(
      `${path.relative(path.dirname(root), file)} is out of date: node scripts/plugin-skills.mjs`,
    );
    process.exitCode = 1;
  }
  if (!isCheck) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
