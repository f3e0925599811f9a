import * as fc from 'fast-check';
import { UnreadBody } from '../common/request-body';
import { ValidationError, type ValidationIssue } from '../common/validation-error';
import { SETTING_KEYS } from '../config/setting';
import { configChanges } from './config.service';

function issuesOf(body: unknown): readonly ValidationIssue[] {
  try {
    configChanges(body);
  } catch (error) {
    if (error instanceof ValidationError) return error.issues;
    throw error;
  }
  return [];
}

describe('the changes that a body asks for', () => {
  it('are its settings, null among them', () => {
    const settings = { 'recall.limit': 7, 'schedule.cron': null };
    expect(configChanges(settings)).toEqual({ settings, secrets: [] });
  });

  it.each([undefined, null, {}])('are none without a body: %j', (body) => {
    expect(configChanges(body)).toEqual({ settings: {}, secrets: [] });
  });

  it('name secrets apart, whatever their value', () => {
    const body = { 'service.secret_key': 'hidden', 'database.url': null, 'recall.limit': 7 };
    const secrets = ['service.secret_key', 'database.url'];
    expect(configChanges(body)).toEqual({ settings: { 'recall.limit': 7 }, secrets });
  });

  it('are refused with every key at fault', () => {
    const body = {
      'recall.limit': 0,
      'recall.limits': 5,
      'schedule.enabled': 'yes',
      'schedule.cron': '@daily',
    };
    expect(issuesOf(body)).toEqual([
      {
        type: 'greater_than_equal',
        loc: ['body', 'recall.limit'],
        msg: expect.any(String) as string,
        input: 0,
      },
      { type: 'value_error', loc: ['body', 'recall.limits'], msg: 'There is no such setting', input: null },
      {
        type: 'bool_type',
        loc: ['body', 'schedule.enabled'],
        msg: expect.any(String) as string,
        input: 'yes',
      },
    ]);
  });

  it.each([
    ['a list', [], 'dict_type'],
    ['a text', 'recall.limit', 'dict_type'],
    ['a number', 5, 'dict_type'],
    ['a body that was not read', new UnreadBody(), 'value_error'],
  ])('are refused in %s', (_, body, type) => {
    expect(issuesOf(body)).toMatchObject([{ type, loc: ['body'] }]);
  });

  it('are refused in short, however many and long the unknown keys are', () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${'x'.repeat(1_000)}${i}`, i]));
    expect(JSON.stringify(issuesOf(body)).length).toBeLessThan(20_000);
  });

  it('are read or refused, whatever the JSON', () => {
    const keys = fc.oneof(
      fc.constantFrom(...SETTING_KEYS, '__proto__', 'constructor', '\u0000', '\ud800'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), (body) => {
        const issues = issuesOf(body);
        expect(JSON.stringify(issues)).toBe(JSON.stringify(issues).toWellFormed());
        for (const { loc } of issues) expect(loc[0]).toBe('body');
      }),
    );
  });
});
