import * as fc from 'fast-check';
import { Env } from './env';
import { isGiven, readEnv } from './read-env';
import { isSettingKey, SETTING_KEYS, SETTINGS, settingProblems, SECRET_VARIABLES } from './setting';

const BOUNDARIES = [
  0,
  -1,
  0.5,
  0.1,
  1,
  1.5,
  100,
  101,
  168,
  168.1,
  3_650,
  3_651,
  10_080,
  10_081,
  2 ** 53,
  1e-9,
];

describe('settings', () => {
  it('have defaults that they take themselves', () => {
    const refused = SETTING_KEYS.filter((key) => settingProblems(key, new Env()[SETTINGS[key]]).length > 0);
    expect(refused).toEqual([]);
  });

  it('take the numbers that their environment variable takes, and no other', () => {
    const numbers = SETTING_KEYS.filter((key) => typeof new Env()[SETTINGS[key]] === 'number');
    expect(numbers.length).toBeGreaterThan(3);
    const value = fc.oneof(fc.constantFrom(...BOUNDARIES), fc.double({ noNaN: true }), fc.integer());
    fc.assert(
      fc.property(fc.constantFrom(...numbers), value, (key, each) => {
        expect([key, each, settingProblems(key, each).length === 0]).toEqual([
          key,
          each,
          envTakes(key, String(each)),
        ]);
      }),
    );
  });

  it.each(['55 23 * * *', '@daily', '*/5 * * * *', '0 0 29 2 *', '61 * * * *', 'x', '0 0 30 2 *', '* * * *'])(
    'and their variable agree on the schedule %s',
    (cron) => {
      expect(settingProblems('schedule.cron', cron).length === 0).toBe(envTakes('schedule.cron', cron));
    },
  );

  it.each([
    ['session.auto_renew_enabled', 'true', 'bool_type'],
    ['session.auto_renew_enabled', 1, 'bool_type'],
    ['recall.limit', '5', 'int_type'],
    ['recall.limit', 1.5, 'int_type'],
    ['recall.limit', 0, 'greater_than_equal'],
    ['recall.limit', 101, 'less_than_equal'],
    ['schedule.max_fraction', 0, 'greater_than'],
    ['schedule.max_fraction', NaN, 'float_type'],
    ['schedule.cron', 5, 'string_type'],
    ['schedule.cron', 'at noon', 'value_error'],
    ['schedule.cron', `${'0,'.repeat(60)}0 0 * * *`, 'value_error'],
    ['activity.retention_days', [30], 'int_type'],
  ] as const)('refuse %s = %j as %s', (key, value, type) => {
    expect(settingProblems(key, value)).toMatchObject([{ type, path: [] }]);
  });

  it.each(['', 'recall', 'recall.limit.x', 'RECALL_LIMIT', 'constructor', '__proto__'])(
    'know no %j',
    (key) => {
      expect(isSettingKey(key)).toBe(false);
    },
  );
});

describe('a variable', () => {
  it('is given when the environment names it, be it with the default', () => {
    const env = readEnv({ RECALL_LIMIT: '10', SESSION_AUTO_RENEW_ENABLED: '' });
    expect(isGiven(env, 'RECALL_LIMIT')).toBe(true);
    expect(isGiven(env, 'SESSION_AUTO_RENEW_ENABLED')).toBe(false);
    expect(isGiven(env, 'POLICY_SWEEP_CRON')).toBe(false);
  });

  it('is given when it was put in by hand, with another value than the default', () => {
    const env = Object.assign(new Env(), { RECALL_LIMIT: 3 });
    expect(isGiven(env, 'RECALL_LIMIT')).toBe(true);
    expect(isGiven(env, 'SESSION_AUTO_RENEW_ENABLED')).toBe(false);
  });
});

function envTakes(key: (typeof SETTING_KEYS)[number], text: string): boolean {
  try {
    readEnv({ [SETTINGS[key]]: text });
    return true;
  } catch {
    return false;
  }
}

it('every variable that holds a key, a password or the like is known as a secret', () => {
  const telling = Object.keys(new Env()).filter((name) =>
    /KEY|SECRET|TOKEN(?!S)|PASSWORD|DATABASE_URL/.test(name),
  );
  expect(Object.values(SECRET_VARIABLES).sort()).toEqual(telling.sort());
});
