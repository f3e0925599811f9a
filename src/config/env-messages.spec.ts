import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Env } from './env';
import { readEnv } from './read-env';

type Variables = Record<string, string>;

/** Recorded from the reader of before `@nestjs/config` (docs/adr/0051). */
interface Recorded {
  defaults: object;
  /** `values`: those that differ from the defaults. */
  taken: { variables: Variables; values: object }[];
  refused: { variables: Variables; message: string }[];
}

const { defaults, taken, refused } = JSON.parse(
  readFileSync(join(__dirname, '../../test/fixtures/settings.json'), 'utf8'),
) as Recorded;

it('the defaults are as recorded', () => {
  expect({ ...new Env() }).toEqual(defaults);
});

it.each(taken)('the values of $variables are as recorded', ({ variables, values }) => {
  expect({ ...readEnv(variables) }).toEqual({ ...defaults, ...values });
});

it.each(refused)('the message about $variables is as recorded, to the byte', ({ variables, message }) => {
  expect(() => readEnv(variables)).toThrow(new Error(message));
});
