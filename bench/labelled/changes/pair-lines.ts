/** What the two memories are about. */
export const CHANGE_KINDS = ['tools', 'projects', 'people', 'places', 'numbers', 'plans'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** One pair a line: label and form, the older and the newer text, separated by bars. A question mark after the form: doubtful. */
export type PairLines = Record<ChangeKind, string>;
