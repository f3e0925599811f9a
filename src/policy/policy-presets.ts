import { NEVER, type PolicyDocument, type RuleDocument } from './policy';

export const PRESET_NAMES = ['conservative', 'balanced', 'aggressive'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

export interface PolicyPreset {
  name: PresetName;
  description: string;
  policy: PolicyDocument;
}

const PINNED: RuleDocument = { name: 'pinned', match: { tags: ['pinned'] }, expire_after: NEVER };

const conservative: PolicyPreset = {
  name: 'conservative',
  description: 'Context expires after a month, events and errors after three; nothing is purged.',
  policy: {
    version: 1,
    retention: { context: '30d', event: '90d', error: '90d' },
    rules: [PINNED],
    purge_expired_after: NEVER,
  },
};

const balanced: PolicyPreset = {
  name: 'balanced',
  description: 'Context expires after a week, events and errors after a month; nothing is purged.',
  policy: {
    version: 1,
    retention: { context: '7d', event: '30d', error: '30d' },
    rules: [PINNED],
    purge_expired_after: NEVER,
  },
};

const aggressive: PolicyPreset = {
  name: 'aggressive',
  description:
    'Most types expire within days to half a year, scratch notes after a day and unsure imports after a week; ' +
    'what has been expired for a year is purged.',
  policy: {
    version: 1,
    retention: {
      context: '3d',
      event: '14d',
      error: '14d',
      observation: '30d',
      commitment: '30d',
      artifact: '60d',
      fact: '180d',
      decision: '180d',
      goal: '180d',
      learning: '180d',
    },
    rules: [
      PINNED,
      { name: 'scratch-notes', match: { tags: ['scratch', 'temp'] }, expire_after: '1d' },
      {
        name: 'low-confidence-imports',
        match: { provenance: ['imported', 'inferred'], confidence_below: 0.5 },
        expire_after: '7d',
      },
    ],
    purge_expired_after: '365d',
  },
};

/** Ready-made policies, from the most careful on. */
export const PRESETS: readonly PolicyPreset[] = [conservative, balanced, aggressive];

export function findPreset(name: string): PolicyPreset | null {
  return PRESETS.find((preset) => preset.name === name) ?? null;
}
