import fc from 'fast-check';
import { processorMs } from '../../test/support/processor-time';
import { readTolerantJson } from './model-text';

/** JSON as `JSON.parse` gives it: without `-0` and `undefined`. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const container = json.map((value) => ({ value }));
/** Prose as models write it, without brackets. */
const prose = fc.stringMatching(/^[A-Za-z ,.:"'`!?\n]{0,40}$/);

function withTrailingCommas(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => `${withTrailingCommas(each)},`).join('')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const properties = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${withTrailingCommas(each)},\n`,
  );
  return `{${properties.join('')}}`;
}

describe('tolerant reading of JSON', () => {
  it('reads JSON as it is', () => {
    fc.assert(fc.property(json, (value) => expect(readTolerantJson(JSON.stringify(value))).toEqual(value)));
  });

  it('reads JSON in a fence', () => {
    fc.assert(
      fc.property(container, (value) =>
        expect(readTolerantJson(`\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``)).toEqual(value),
      ),
    );
  });

  it('reads JSON among prose', () => {
    fc.assert(
      fc.property(prose, container, prose, (before, value, after) =>
        expect(readTolerantJson(`${before}${JSON.stringify(value)}${after}.`)).toEqual(value),
      ),
    );
  });

  it('reads JSON with trailing commas', () => {
    fc.assert(
      fc.property(container, (value) => expect(readTolerantJson(withTrailingCommas(value))).toEqual(value)),
    );
  });

  it('keeps the whole elements of an array that was cut off anywhere, and no others', () => {
    const elements = fc.array(fc.record({ type: fc.string(), nested: json }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(elements, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const start = '{"candidates":[';
        const rows = all.map((each) => JSON.stringify(each));
        const text = start + rows.join(',');
        const length = Math.round(start.length + share * (text.length - start.length));
        const whole = rows.filter((_, i) => start.length + rows.slice(0, i + 1).join(',').length <= length);
        expect(readTolerantJson(text.slice(0, length))).toEqual({ candidates: all.slice(0, whole.length) });
      }),
    );
  });

  it('never throws', () => {
    const pieces = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'u12', '1', '-', 'true', 'a'),
    );
    fc.assert(fc.property(pieces, (all) => expect(() => readTolerantJson(all.join(''))).not.toThrow()));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(() => readTolerantJson(text)).not.toThrow(),
      ),
    );
  });

  it.each<[string, string, unknown]>([
    ['an upper-case fence with prose', 'Sure!\n```JSON\n{"a": 1}\n```\nAnything else?', { a: 1 }],
    ['a fence that does not end', '```json\n{"a": 1}', { a: 1 }],
    ['fences within strings', '{"a": "```json\\n{}\\n```",}', { a: '```json\n{}\n```' }],
    ['brackets of prose before it', 'The list [as asked] of {things}: {"a": [1, 2]}', { a: [1, 2] }],
    ['the longest of several', '{"example": 1}\n\n{"candidates": [{"a": 1}]}', { candidates: [{ a: 1 }] }],
    ['an empty list', 'Nothing: {"candidates": []}.', { candidates: [] }],
    ['typographic quotes in strings', '{"a": "He said “yes”, ‘no’",}', { a: 'He said “yes”, ‘no’' }],
    ['typographic quotes as quotes', '{“a”: “it\'s "fine"”}', { a: 'it\'s "fine"' }],
    ['line breaks in strings', '{"a": "one\ntwo"}', { a: 'one\ntwo' }],
    ['escapes', '{"a": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00",}', { a: '"\\/\b\f\n\r\té😀' }],
    ['escapes that there are not', '{"a": "it\\\'s \\_ \\uzz",}', { a: "it's _ \\uzz" }],
    ['numbers', '[-1, 0.5, 2e3, -1.5E-2,]', [-1, 0.5, 2000, -0.015]],
    ['a name that means something else', '{"__proto__": {"a": 1},}', JSON.parse('{"__proto__":{"a":1}}')],
    ['an array within an element that was cut off', '[{"a": [1]}, {"a": [1, 2', [{ a: [1] }]],
    ['a number that may have been longer', '[1, 23', [1]],
    ['a property that was cut off', '{"a": 1, "b": "two', { a: 1 }],
    ['what stops being JSON', '{"list": [{"a": 1}, {"a": oops}, {"a": 3}]}', { list: [{ a: 1 }] }],
  ])('reads %s', (_, text, value) => {
    expect(readTolerantJson(text)).toEqual(value);
  });

  it.each(['', ' ', 'I cannot help with that.', '[', '{"a', '[see above]', 'null', '```json\n```'])(
    'gives null for %j',
    (text) => {
      expect(readTolerantJson(text)).toBeNull();
    },
  );

  it('is quick with what is nested without an end', () => {
    const texts = ['['.repeat(200_000), '{"a":'.repeat(50_000), '["['.repeat(50_000)];
    expect(processorMs(() => texts.map((text) => readTolerantJson(text)))).toBeLessThan(3_000);
  });
});
