import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Env } from './config/env';
import { variableRules, type VariableSchema } from './config/env-decorators';
import { SECRET_VARIABLES, SETTING_KEYS, SETTINGS } from './config/setting';

interface Variable {
  name: string;
  text: string;
  /** As it is written in a file; empty for none. */
  value: string;
  /** Such as `1 to 64`; empty where the text says it. */
  allowed: string;
}

const ROOT = join(__dirname, '..');
/** Of a line that prettier leaves alone. */
const WIDTH = 110;
const SECRETS: ReadonlySet<string> = new Set(Object.values(SECRET_VARIABLES));
const RULES = variableRules(Env);
const DEFAULTS: Readonly<Env> = new Env();
const KEY_OF = new Map<string, string>(SETTING_KEYS.map((key) => [SETTINGS[key], key]));

/** Documents of the settings, by their path in the project. */
export const CONFIG_DOCUMENTS: Readonly<Record<string, () => string>> = {
  '.env.example': envExample,
  'docs/CONFIGURATION.md': configurationGuide,
  'src/config/setting-texts.ts': settingTexts,
};

function envExample(): string {
  const head =
    '# Copy to .env and change what you need. Every line shows the default; an empty value counts as unset.\n' +
    '# Written by `npm run docs -- config`.\n';
  const parts = sections().map(([title, variables]) => {
    const lines = variables.map(
      ({ name, text, allowed, value }) =>
        `# ${text}${allowed === '' ? '' : ` Allowed: ${allowed}.`}\n${name}=${value}\n`,
    );
    return `\n# --- ${title} ---\n${lines.join('')}`;
  });
  return head + parts.join('');
}

function configurationGuide(): string {
  return `# Configuration

Set these as environment variables, or in a \`.env\` file in the folder in which you start the service. An empty value
counts as unset. The service checks all of them at start, and prints what is wrong. \`npm run docs -- config\` writes this
page and \`.env.example\`.

A variable with a setting key can be changed while the service runs: \`PATCH /api/ui/config\` with the key. The order is:
the environment variable, the change at run time, \`CONFIG_FILE\`, the default. A variable marked _secret_ never appears
in answers or logs.
${sections()
  .map(([title, variables]) => `\n## ${title}\n\n${table(variables)}`)
  .join('')}`;
}

function table(variables: readonly Variable[]): string {
  const rows = variables.map(({ name, text, allowed, value }) => {
    const key = KEY_OF.get(name);
    const notes = [
      ...(key === undefined ? [] : [` Setting key: \`${key}\`.`]),
      ...(SECRETS.has(name) ? [' _Secret._'] : []),
    ];
    return `| \`${name}\` | ${value === '' ? 'unset' : `\`${value}\``} | ${allowed} | ${text}${notes.join('')} |\n`;
  });
  return `| Variable | Default | Allowed | What it does |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

/** The source file with the texts that the API document needs, because comments are not compiled. */
function settingTexts(): string {
  const textOf = new Map(
    sections().flatMap(([, variables]) => variables.map(({ name, text }) => [name, text])),
  );
  const lines = SETTING_KEYS.map((key) => {
    const line = `  '${key}': '${textOf.get(SETTINGS[key])}',\n`;
    return line.length <= WIDTH + 1 ? line : line.replace(': ', ':\n    ');
  });
  return `/** What each setting does. Written by \`npm run docs -- config\` from the comments of \`Env\`. */
export const SETTING_TEXTS = {\n${lines.join('')}};\n`;
}

/** The variables under the headings of `Env`, which are `// --- Title ---`. Parts with the same title are one section. */
function sections(): [title: string, variables: Variable[]][] {
  const source = readFileSync(join(ROOT, 'src/config/env.ts'), 'utf8');
  const sections = new Map<string, Variable[]>();
  for (const part of source.split('  // --- ').slice(1)) {
    const title = part.slice(0, part.indexOf(' ---'));
    sections.set(title, [...(sections.get(title) ?? []), ...variablesOf(part)]);
  }
  return [...sections];
}

/** Each is a comment, a decorator and a property. */
function variablesOf(source: string): Variable[] {
  return source
    .split('/**')
    .slice(1)
    .map((part) => {
      const [comment = '', property = ''] = part.split('*/');
      const name = /\b[A-Z][A-Z0-9_]*(?=: | = )/.exec(property)?.[0] ?? '';
      const variable = name as keyof Env;
      const text = comment
        .split('\n')
        .map((line) => line.trim().replace(/^\* ?/, ''))
        .join(' ')
        .trim();
      const allowed = allowedValues(RULES[variable].schema);
      return { name, text, value: String(DEFAULTS[variable] ?? ''), allowed };
    });
}

function allowedValues(schema: VariableSchema): string {
  const { type, enum: values, minLength, minimum, exclusiveMinimum, maximum } = schema;
  if (type === 'boolean') return 'true or false';
  if (values) return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
  if (exclusiveMinimum) return `above ${minimum}, at most ${maximum}`;
  if (minimum !== undefined) return `${minimum} to ${maximum}`;
  return minLength === undefined ? '' : `${minLength} characters or more`;
}

/** Writes the documents, or with `--check` compares them. */
function main(): void {
  for (const [file, text] of Object.entries(CONFIG_DOCUMENTS)) {
    const path = join(ROOT, file);
    if (!process.argv.includes('--check')) writeFileSync(path, text());
    else if (readFileSync(path, 'utf8') !== text()) {
      process.stderr.write(`${file} is not up to date: run "npm run docs -- config" and commit the file\n`);
      process.exitCode = 1;
    }
  }
}

if (require.main === module) main();
