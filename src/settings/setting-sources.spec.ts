import { readEnv } from '../config/read-env';
import { settingStates, usableSettings } from './setting-sources';

describe('a setting', () => {
  const file = { 'recall.limit': 20 };
  const stored = { 'recall.limit': 30 };

  it.each([
    ['the environment', readEnv({ RECALL_LIMIT: '10' }), stored, file, { value: 10, source: 'environment' }],
    ['what is stored', readEnv({}), stored, file, { value: 30, source: 'stored' }],
    ['the file', readEnv({}), {}, file, { value: 20, source: 'file' }],
    ['its default', readEnv({}), {}, {}, { value: 10, source: 'default' }],
  ])('is what the first source says that has it: %s', (_, env, fromStore, fromFile, state) => {
    expect(settingStates(env, fromStore, fromFile)['recall.limit']).toEqual(state);
  });

  it('may be false by any source', () => {
    const key = 'session.auto_renew_enabled';
    expect(settingStates(readEnv({}), { [key]: false }, {})[key]).toEqual({ value: false, source: 'stored' });
    expect(settingStates(readEnv({}), {}, { [key]: false })[key]).toEqual({ value: false, source: 'file' });
  });
});

describe('stored settings', () => {
  it('are used where this version knows and takes them', () => {
    const stored = {
      'recall.limit': 5,
      'recall.limits': 6,
      'session.auto_renew_enabled': 'no',
      'schedule.cron': null,
    };
    expect(usableSettings(stored)).toEqual({ 'recall.limit': 5 });
  });
});
