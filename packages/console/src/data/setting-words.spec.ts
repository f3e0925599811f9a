import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTING_TEXTS } from '../../../../src/config/setting-texts.ts';
import { SECRETS, settingGroup, settingText, settingTitle } from './setting-words.ts';

const SOURCE = readFileSync(path.resolve(__dirname, '../../../../src/config/setting.ts'), 'utf8');
const [, secrets = ''] = /SECRET_VARIABLES = \{([^}]+)\}/.exec(SOURCE) ?? [];
const SECRET_KEYS = [...secrets.matchAll(/'([a-z0-9_.]+)':/g)].map(([, name = '']) => name);
const SETTING_KEYS = Object.keys(SETTING_TEXTS);

it('is known which secrets there are', () => expect(SECRET_KEYS).toContain('service.secret_key'));

describe.each([...SETTING_KEYS, ...SECRET_KEYS])('the setting %s', (name) => {
  it('has a sentence and a heading', () => {
    expect(settingText(name)).toMatch(/^\S.{10,}\.$/);
    expect(settingGroup(name)).not.toBe('Others');
  });
});

it('names a setting in words, and secrets as such', () => {
  expect(settingTitle('schedule.max_fraction')).toBe('Max fraction');
  expect(SECRET_KEYS.map(settingGroup)).toEqual(SECRET_KEYS.map(() => SECRETS));
});
