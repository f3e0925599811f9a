/** Values that a field of each kind refuses, as raw JSON: some have no form as a JavaScript value. */

const quoted = (text: string) => JSON.stringify(text);
const long = (count: number) => quoted('x'.repeat(count));
const split = (values: string) => values.split('|');
const list = (count: number, item: (i: number) => string) =>
  `[${Array.from({ length: count }, (_, i) => item(i)).join()}]`;

const NO_TEXTS = ['5', 'true', '[]', '{}', '["x"]', '{"toString":"x"}', '1e999', '{"__proto__":"x"}'];
const UNSTORABLE = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\udc00\\ud800"'];
const BLANK = ['""', '" \\n\\t "'];
const NO_LISTS = ['"fact"', '5', 'true', '{}', '{"0":"fact","length":1}'];

export const BAD = {
  text: [...NO_TEXTS, ...UNSTORABLE, ...BLANK],
  title: [...NO_TEXTS, ...UNSTORABLE, ...BLANK, long(101)],
  sourceRef: [...NO_TEXTS, ...UNSTORABLE, long(513)],
  label: [...NO_TEXTS, ...UNSTORABLE, '""', '"a b"', '"é"', '"a/b"', '"a\\n"', long(65), long(20_000)],
  choice: [...NO_TEXTS, '"nonsense"', '"FACT"', '""', '"__proto__"', '"constructor"', '" fact"'],
  confidence: ['"0.5"', 'true', '[]', '{}', '-0.1', '1.0001', '1e999', '-1e999', '"NaN"'],
  limit: ['"5"', '1.5', 'true', '[]', '{}', '0', '-1', '1e999', '-1e999', '9007199254740993', '101'],
  pageLimit: ['"5"', '1.5', 'true', '[]', '{}', '0', '-1', '1e999', '5001'],
  flag: ['"true"', '1', '0', '[]', '{}', '"yes"'],
  tags: [
    ...NO_LISTS,
    ...split('[5]|[null]|[""]|[" "]|["\\u0000"]|["\\ud800"]|[["a"]]|[{}]'),
    ...[`[${long(65)}]`, `[${long(20_000)}]`, list(21, (i) => quoted(`t${i}`))],
  ],
  choices: [...NO_LISTS, ...split('["nonsense"]|[5]|[null]|[["fact"]]|["fact",{}]'), list(101, () => '"x"')],
  labels: [
    ...NO_LISTS,
    ...split('["a b"]|[5]|[null]|[""]|["\\u0000"]'),
    ...[`[${long(65)}]`, list(101, (i) => `"l${i}"`)],
  ],
  instant: [
    ...[...NO_TEXTS, ...UNSTORABLE, '""', '"soon"', long(20_000)],
    ...split('"2026-02-30"|"2026-13-01"|"0000-01-01"|"0001-01-01T00:00:00+01:00"'),
    ...split('"9999-12-31T23:59:59-01:00"|"2026-05-01T12:00:00+99:00"'),
  ],
  cursor: [...NO_TEXTS, ...UNSTORABLE, '"x"', '"MTIz"', '"OTk5OTk5OTk5OTk5OTk5LjE"', long(20_000)],
} as const satisfies Record<string, readonly string[]>;

export type Kind = keyof typeof BAD;

/** Bodies that no operation takes. */
export const BAD_BODIES = [
  ...split(`{|{"a":}|{"content":"x"|{'content':'x'}|undefined|NaN|[]|[{"content":"x"}]|"text"|5|true|\ufffe`),
  '{"content":"x"}{"content":"y"}',
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1`,
];
