/** What the two memories are about. */
export const CHANGE_KINDS = [
  'tools',
  'projects',
  'people',
  'places',
  'numbers',
  'plans',
  'habits',
  'versions',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * One pair a line: label and form, the older and the newer text, separated by bars. A question mark after the form: doubtful.
 * The first authors wrote nothing about habits and versions.
 */
export type PairLines = Partial<Record<ChangeKind, string>>;
