import { MAX_TAG } from '../common/field-rules';
import { isObject } from '../common/objects';
import { firstCodePoints } from '../common/text';
import type { RedactionMode } from '../config/env-choices';
import type { Finding } from './finding';
import { apart, redacted, screenText } from './screen-text';

export interface ScreeningPolicy {
  credentials: RedactionMode;
  /** E-mail addresses, telephone numbers, accounts, cards and numbers of persons. */
  personal: RedactionMode;
}

/** Where something stands: offsets count UTF-16 units, the end not included. */
export interface Place extends Finding {
  field: string;
}

export interface ScreenedFields<T> {
  /** With a placeholder in the place of what is redacted. */
  fields: T;
  redacted: Place[];
  /** Stored as they are. */
  warned: Place[];
  /** The fields must not be stored. */
  refused: Place[];
}

/** Texts of people, in which a placeholder may stand; and how many code points they may have afterwards. */
const TEXTS: Readonly<Record<string, number>> = {
  content: Infinity,
  text: Infinity,
  title: 100,
  description: Infinity,
  recommendation: Infinity,
};
/** Lists of short texts. */
const LABELS: readonly string[] = ['tags', 'names', 'trustReasons', 'trust_reasons'];
/**
 * Two of them would become one with a placeholder, so a secret in one is refused. Personal data in them are not looked
 * for: a scope is often an e-mail address.
 */
const IDENTIFIERS: readonly string[] = [
  'source',
  'source_ref',
  'sourceRef',
  'thread',
  'scope',
  'key',
  'file_name',
];
/** UTF-16 units of the shortest text in which something is found, such as `a@b.co`. */
const SHORTEST = 6;
const METADATA = 'metadata';
const MAX_DEPTH = 32;

/** Looks through the texts of a memory, a request, a document or a line of an export, by the names of its fields. */
export function screenFields<T extends object>(fields: T, policy: ScreeningPolicy): ScreenedFields<T> {
  const screen = new FieldScreen(policy);
  const changed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (field === 'title' && isDerived(fields)) continue;
    const screened = screen.field(field, value);
    if (screened !== value) changed[field] = screened;
  }
  const { redacted, warned, refused } = screen;
  const isChanged = Object.keys(changed).length > 0;
  return { fields: isChanged ? { ...fields, ...changed } : fields, redacted, warned, refused };
}

/** A title that repeats the beginning of the content may end within a secret: it is derived again from what is left. */
function isDerived(fields: object): boolean {
  return (
    ('titleDerived' in fields && fields.titleDerived === true) ||
    ('title_derived' in fields && fields.title_derived === true)
  );
}

class FieldScreen {
  readonly redacted: Place[] = [];
  readonly warned: Place[] = [];
  readonly refused: Place[] = [];

  constructor(private readonly policy: ScreeningPolicy) {}

  field(field: string, value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (field === METADATA) return this.metadata(field, value);
    if (LABELS.includes(field)) return this.labels(field, value);
    if (typeof value !== 'string') return value;
    if (IDENTIFIERS.includes(field)) this.identifier(field, value);
    const longest = TEXTS[field];
    return longest === undefined ? value : this.withinLimit(field, value, longest);
  }

  /** A placeholder may make a text longer than it may be; a text without one stays as it is. */
  private withinLimit(field: string, text: string, codePoints: number): string {
    const screened = this.text(field, text);
    return screened === text ? text : firstCodePoints(screened, codePoints);
  }

  /** `context`: words before the text that say what it is. */
  private text(field: string, text: string, context = ''): string {
    const { credentials, personal } = this.policy;
    const secrets = this.found(text, context, credentials, { credentials: true, personal: false });
    const persons = this.found(text, context, personal, { credentials: false, personal: true });
    this.note(field, credentials, secrets);
    this.note(field, personal, persons);
    const replaced = [
      ...(credentials === 'redact' ? secrets : []),
      ...(personal === 'redact' ? persons : []),
    ];
    if (replaced.length === 0) return text;
    const apartOnes = apart(replaced);
    for (const each of apartOnes) this.redacted.push({ ...each, field });
    return redacted(text, apartOnes);
  }

  private found(
    text: string,
    context: string,
    mode: RedactionMode,
    sought: Parameters<typeof screenText>[1],
  ) {
    if (mode === 'off' || context.length + text.length < SHORTEST) return [];
    const found = screenText(context + text, sought);
    if (context === '') return found;
    return found
      .filter(({ end }) => end > context.length)
      .map(({ kind, start, end }) => ({
        kind,
        start: Math.max(0, start - context.length),
        end: end - context.length,
      }));
  }

  private note(field: string, mode: RedactionMode, found: readonly Finding[]): void {
    if (mode !== 'warn' && mode !== 'block') return;
    const list = mode === 'warn' ? this.warned : this.refused;
    for (const each of found) list.push({ ...each, field });
  }

  private identifier(field: string, text: string): void {
    const { credentials } = this.policy;
    const found = this.found(text, '', credentials, { credentials: true, personal: false });
    this.note(field, credentials === 'redact' ? 'block' : credentials, found);
  }

  private labels(field: string, value: unknown): unknown {
    if (!Array.isArray(value)) return value;
    const labels: unknown[] = value.map((each: unknown, at) =>
      typeof each === 'string' ? this.withinLimit(`${field}[${at}]`, each, MAX_TAG) : each,
    );
    return labels.every((each, at) => each === value[at]) ? value : [...new Set(labels)];
  }

  /** A value is judged with its name, which often says what it is: `{"password": "..."}`. */
  private metadata(path: string, value: unknown, name = '', depth = 0): unknown {
    if (depth > MAX_DEPTH) return value;
    if (typeof value === 'string') return this.text(path, value, contextOf(name));
    if (typeof value === 'number') return this.number(path, value, name);
    if (Array.isArray(value))
      return sameOr(
        value,
        value.map((each, at) => this.metadata(`${path}[${at}]`, each, name, depth + 1)),
      );
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, each]) => {
      this.identifier(`${path} (a name)`, key);
      return [key, this.metadata(`${path}.${key}`, each, key, depth + 1)] as const;
    });
    return entries.every(([key, each]) => each === value[key]) ? value : Object.fromEntries(entries);
  }

  private number(path: string, value: number, name: string): unknown {
    const text = String(value);
    const screened = this.text(path, text, contextOf(name));
    return screened === text ? value : screened;
  }
}

/** The words before a value that say what it is; none for the names of what is no secret, though a key may look like one. */
function contextOf(name: string): string {
  return name === '' || IDENTIFIERS.includes(name) ? '' : `${name}: `;
}

function sameOr(before: readonly unknown[], after: unknown[]): readonly unknown[] {
  return after.every((each, at) => each === before[at]) ? before : after;
}
