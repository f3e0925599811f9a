import { RequestValidationPipe } from '../common/validation.pipe';
import { PolicyRequest, toPolicyDocument } from './policy.dto';
import { toPresetSummary } from './preset.dto';
import { findPreset, PRESET_NAMES, PRESETS } from './policy-presets';

const pipe = new RequestValidationPipe();
const read = async (policy: object) =>
  toPolicyDocument(
    (await pipe.transform(structuredClone(policy), {
      type: 'body',
      metatype: PolicyRequest,
    })) as PolicyRequest,
  );

describe('a preset', () => {
  it.each(PRESETS)('$name could be put by hand, and comes back as it is', async ({ policy }) => {
    expect(await read(policy)).toEqual(policy);
  });

  it.each(PRESETS)('$name pins what is tagged so before anything else', ({ policy }) => {
    expect(policy.rules[0]).toEqual({ name: 'pinned', match: { tags: ['pinned'] }, expire_after: 'never' });
  });

  it('is found by its name alone', () => {
    expect(PRESETS.map(({ name }) => name)).toEqual(PRESET_NAMES);
    expect(PRESET_NAMES.map((name) => findPreset(name)?.name)).toEqual(PRESET_NAMES);
    expect(['', 'Balanced', 'constructor', '__proto__'].map(findPreset)).toEqual([null, null, null, null]);
  });

  it('is summed up by what matters', () => {
    expect(PRESETS.map(toPresetSummary)[1]).toMatchObject({
      name: 'balanced',
      retention: { context: '7d', event: '30d', error: '30d' },
      rule_count: 1,
      purge_expired_after: 'never',
    });
  });
});
