/** Fields of a skill by https://agentskills.io/specification (read in November 2026) that this repository uses. */
const FIELDS = ['name', 'description'];

/**
 * A skill for every client, of one for Claude Code.
 *
 * @param {string} text a SKILL.md
 * @returns {string}
 */
function portableSkill(text) {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const kept = head.split('\n').filter((line) => FIELDS.includes(line.slice(0, line.indexOf(':'))));
  const license = 'license: Apache-2.0';
  return `---\n${[...kept, license].join('\n')}\n---\n${body.replaceAll('$ARGUMENTS', 'what the user names')}`;
}

module.exports = { portableSkill };
