import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../common/languages';
import { readEnv } from './env';

describe('RECALL_LANGUAGE', () => {
  it.each(LANGUAGES)('may be %s', (language) => {
    expect(readEnv({ RECALL_LANGUAGE: language }).RECALL_LANGUAGE).toBe(language);
  });

  it('is english unless set', () => {
    expect(readEnv({}).RECALL_LANGUAGE).toBe('english');
  });

  it('is refused where there are no rules for it', () => {
    expect(() => readEnv({ RECALL_LANGUAGE: 'klingon' })).toThrow('RECALL_LANGUAGE');
  });

  it('has every choice named in .env.example', () => {
    const example = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
    const comment = /^# (.*)\nRECALL_LANGUAGE=/m.exec(example)?.[1] ?? '';
    expect(LANGUAGES.filter((language) => !new RegExp(`\\b${language}\\b`).test(comment))).toEqual([]);
  });
});
