import fc from 'fast-check';
import {
  choiceRule,
  cleanTags,
  flagRule,
  instantRule,
  integerRule,
  labelRule,
  listRule,
  numberRule,
  tagsRule,
  textRule,
  type Rule,
} from './field-rules';

const typeOf = (rule: Rule, value: unknown) => rule(value)[0]?.type ?? null;

const RULES: Readonly<Record<string, Rule>> = {
  text: textRule({ maxCodePoints: 10 }),
  label: labelRule,
  choice: choiceRule(['a', 'b']),
  labels: listRule(labelRule, 0, 5),
  tags: tagsRule,
  integer: integerRule({ min: 0, max: 9 }),
  number: numberRule({ min: 0, max: 1 }),
  flag: flagRule,
  instant: instantRule('start'),
};

describe('field rules', () => {
  it.each(Object.entries(RULES))('the %s rule judges any JSON value without throwing', (_name, rule) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const found of rule(value)) {
          expect(found.type).toMatch(/^[a-z_]+$/);
          expect(found.msg).not.toBe('');
        }
      }),
    );
  });

  it.each<[string, Rule, unknown, string | null]>([
    ['a text', textRule({}), 'ok', null],
    ['a number for a text', textRule({}), 5, 'string_type'],
    ['null for a text', textRule({}), null, 'string_type'],
    ['a blank text', textRule({}), ' \n\t', 'string_too_short'],
    ['a blank text where that is allowed', textRule({ allowBlank: true }), '', null],
    ['a null character', textRule({}), 'a\u0000b', 'value_error'],
    ['a lone surrogate', textRule({}), 'a\ud800b', 'value_error'],
    ['a text at its limit in code points', textRule({ maxCodePoints: 2 }), '😀😀', null],
    ['a text over its limit', textRule({ maxCodePoints: 2 }), '😀😀a', 'string_too_long'],
    ['a text without its form', textRule({ pattern: { regex: /^x$/, says: 'be x' } }), 'y', 'value_error'],
    ['a label', labelRule, 'my.label_1-2', null],
    ['a label with a space', labelRule, 'my label', 'value_error'],
    ['a label with a line break at its end', labelRule, 'label\n', 'value_error'],
    ['an empty label', labelRule, '', 'string_too_short'],
    ['a label of 64', labelRule, 'a'.repeat(64), null],
    ['a label of 65', labelRule, 'a'.repeat(65), 'string_too_long'],
    ['an unknown choice', choiceRule(['a', 'b']), 'c', 'literal_error'],
    ['a choice that every object has', choiceRule(['a', 'b']), 'constructor', 'literal_error'],
    ['a fraction for an integer', integerRule({}), 1.5, 'int_type'],
    ['a text for an integer', integerRule({}), '5', 'int_type'],
    ['an integer too great to be exact', integerRule({}), 2 ** 53, 'int_type'],
    ['an integer below its least', integerRule({ min: 1 }), 0, 'greater_than_equal'],
    ['a number above its greatest', numberRule({ max: 1 }), 1.0001, 'less_than_equal'],
    ['infinity', numberRule({}), Infinity, 'float_type'],
    ['a flag as text', flagRule, 'true', 'bool_type'],
    ['a date', instantRule('end'), '2026-05-01', null],
    ['a day that no calendar has', instantRule('end'), '2026-02-30', 'value_error'],
    ['a text for a list', listRule(labelRule, 0, 2), 'a', 'list_type'],
    ['a list that is too long', listRule(labelRule, 0, 2), ['a', 'b', 'c'], 'too_long'],
    ['a list that is too short', listRule(labelRule, 1, 2), [], 'too_short'],
    ['a tag of 64 between blanks', tagsRule, [` ${'a'.repeat(64)} `], null],
    ['a tag of 65', tagsRule, ['a'.repeat(65)], 'string_too_long'],
    ['a blank tag', tagsRule, [' '], 'string_too_short'],
    ['20 tags and duplicates', tagsRule, [...numbered(20), 'tag1', ' tag2 '], null],
    ['21 tags', tagsRule, numbered(21), 'too_long'],
  ])('%s', (_name, rule, value, expected) => {
    expect(typeOf(rule, value)).toBe(expected);
  });

  it('points to the item at fault', () => {
    expect(listRule(labelRule, 0, 5)(['a', 'b c'])).toEqual([
      { type: 'value_error', msg: expect.any(String) as string, path: [1], input: 'b c' },
    ]);
  });

  it('says which choices there are', () => {
    expect(choiceRule(['a', 'b', 'c'])('d')[0]?.msg).toBe("Input should be 'a', 'b' or 'c'");
  });

  it('keeps tags trimmed and once, in order', () => {
    expect(cleanTags([' b', 'a', 'b ', 'a'])).toEqual(['b', 'a']);
  });
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `tag${i}`);
}
