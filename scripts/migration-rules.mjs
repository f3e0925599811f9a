// Which statements of a migration take away what the version before may still use: during a rollout, its replicas run on
// the migrated database (docs/adr/0074).

/**
 * @typedef {{ what: string, name: string }} Removal `what` is for people; `name` as a contract names it, such as
 *   `agents.description` or `memories_key_idx`
 * @typedef {{ name: string, version: string }} Contract
 */

const PART = String.raw`(?:"[^"]+"|\w+)`;
const NAME = String.raw`(${PART}(?:\.${PART})?)`;
const CONTRACT = /^--\s*contract:\s*(\S+), unused since (\S+)\s*$/;
/** Kinds whose objects may be made again by the migration that drops them. */
const REPLACED =
  'FUNCTION|PROCEDURE|TRIGGER|INDEX|VIEW|MATERIALIZED VIEW|CONSTRAINT|TABLE|SEQUENCE|TYPE|DOMAIN|SCHEMA';
const DROP = new RegExp(
  `^DROP (${REPLACED})(?: CONCURRENTLY)?(?: IF EXISTS)? (.*?)(?: CASCADE| RESTRICT)?$`,
  'i',
);

/**
 * What a migration takes away, without what it makes again or allows itself by a contract.
 *
 * @param {string} text of the file
 * @returns {Removal[]}
 */
export function removals(text) {
  const contracts = new Set(contractsOf(text).map(({ name }) => name));
  const statements = statementsOf(text);
  const made = statements.join(';\n');
  return statements
    .flatMap((statement) => [
      ...ofTable(statement, made),
      ...ofObject(statement, made),
      ...renames(statement),
    ])
    .filter(({ name }) => !contracts.has(name));
}

/**
 * The comments by which a migration says since which release nothing uses a name.
 *
 * @param {string} text
 * @returns {Contract[]}
 */
export function contractsOf(text) {
  return text.split('\n').flatMap((line) => {
    const [, name, version] = CONTRACT.exec(line.trim()) ?? [];
    return name === undefined || version === undefined ? [] : [{ name, version }];
  });
}

/**
 * Statements with single spaces, without comments, texts, and the bodies of functions. Bodies of DO are statements too.
 *
 * @param {string} text
 * @returns {string[]}
 */
function statementsOf(text) {
  const bare = text
    .replaceAll(/\/\*[^]*?\*\//g, ' ')
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''");
  const parts = bare.split(/\$\w*\$/);
  // Every second part is between two marks. That of a DO, which ends with DO or a language, is kept.
  const kept = parts.map((part, n) => (n % 2 === 0 ? part : isDo(parts[n - 1] ?? '') ? `;${part};` : ' '));
  const whole = kept.join('').replaceAll(/\b(BEGIN|THEN|ELSE|LOOP)\b/gi, ';');
  return whole.split(';').map((each) => each.trim().replaceAll(/\s+/g, ' '));
}

/** @param {string} before */
function isDo(before) {
  return /(^|;)\s*DO(\s+LANGUAGE\s+\w+)?\s*$/i.test(before);
}

/**
 * @param {string} statement
 * @param {string} made all statements of the migration
 * @returns {Removal[]}
 */
function ofTable(statement, made) {
  const pattern = new RegExp(`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME} (.*)$`, 'i');
  const [, table, actions] = pattern.exec(statement) ?? [];
  if (table === undefined || actions === undefined) return [];
  return topLevelParts(actions).flatMap((action) => ofAction(plain(table), action, made));
}

/**
 * @param {string} table
 * @param {string} action
 * @param {string} made
 * @returns {Removal[]}
 */
function ofAction(table, action, made) {
  /** @param {string} pattern */
  const nameIn = (pattern) =>
    plain(new RegExp(`^${pattern.replace('NAME', NAME)}`, 'i').exec(action)?.[1] ?? '');
  /** @type {[string, string][]} */
  const found = [
    ['drops the column', nameIn('DROP (?!CONSTRAINT)(?:COLUMN )?(?:IF EXISTS )?NAME')],
    ['changes the type of the column', nameIn('ALTER (?:COLUMN )?NAME (?:SET DATA )?TYPE')],
    ['takes the default from the column', nameIn('ALTER (?:COLUMN )?NAME DROP DEFAULT')],
    ['refuses null in the column', withoutDefault(nameIn('ALTER (?:COLUMN )?NAME SET NOT NULL'), made)],
  ];
  const column = nameIn(
    'ADD (?!(?:CONSTRAINT|CHECK|PRIMARY|UNIQUE|FOREIGN|EXCLUDE)\\b)(?:COLUMN )?(?:IF NOT EXISTS )?NAME',
  );
  if (/ NOT NULL\b/i.test(action) && !/ DEFAULT | GENERATED /i.test(action))
    found.push(['adds, without a default for what older replicas insert, the column', column]);
  const constraint = nameIn('DROP CONSTRAINT (?:IF EXISTS )?NAME');
  if (!isMade('CONSTRAINT', constraint, made)) found.push(['drops the constraint', constraint]);
  return found
    .filter(([, name]) => name !== '')
    .map(([what, name]) => ({ what: `${what} ${table}.${name}`, name: `${table}.${name}` }));
}

/**
 * @param {string} column
 * @param {string} made
 */
function withoutDefault(column, made) {
  return column !== '' && new RegExp(`ALTER (COLUMN )?"?${column}"? SET DEFAULT`, 'i').test(made)
    ? ''
    : column;
}

/**
 * @param {string} statement
 * @param {string} made
 * @returns {Removal[]}
 */
function ofObject(statement, made) {
  const [, kind, names] = DROP.exec(statement) ?? [];
  if (kind === undefined || names === undefined) return [];
  return topLevelParts(names)
    .map((each) => plain(each.replace(/\(.*| ON .*/i, '').trim()))
    .filter((name) => !isMade(kind, name, made))
    .map((name) => ({ what: `drops the ${kind.toLowerCase()} ${name}`, name }));
}

/**
 * @param {string} statement
 * @returns {Removal[]}
 */
function renames(statement) {
  const pattern = new RegExp(
    `^ALTER (?:\\w+ )+?(?:IF EXISTS )?(?:ONLY )?${NAME} (?:RENAME (?:(?:COLUMN |CONSTRAINT )?${NAME} )?TO|SET SCHEMA) `,
    'i',
  );
  const [, owner, part] = pattern.exec(statement) ?? [];
  if (owner === undefined) return [];
  const name = part === undefined ? plain(owner) : `${plain(owner)}.${plain(part)}`;
  return [{ what: `renames ${name}`, name }];
}

/**
 * @param {string} kind
 * @param {string} name
 * @param {string} made
 */
function isMade(kind, name, made) {
  const making = kind.toUpperCase() === 'CONSTRAINT' ? 'ADD' : '(?:CREATE|OR REPLACE|UNIQUE|CONSTRAINT)';
  return new RegExp(`\\b${making} ${kind}(?: IF NOT EXISTS)? "?${name}"?(?![\\w.])`, 'i').test(made);
}

/**
 * Splits at commas that are in no parentheses.
 *
 * @param {string} list
 */
function topLevelParts(list) {
  let depth = 0;
  const parts = [''];
  for (const character of list) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((each) => each.trim());
}

/** @param {string} name */
function plain(name) {
  return name.replaceAll('"', '').replace(/^public\./, '');
}
