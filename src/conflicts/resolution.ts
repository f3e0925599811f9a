import type { MemoryType } from '../backend/memory';
import { DomainError } from '../common/domain-error';
import { isBlank } from '../common/text';

export const CONFLICT_ACTIONS = [
  'supersede',
  'keep_old',
  'keep_new',
  'keep_both',
  'remove_both',
  'expire_old',
  'expire_new',
  'expire_both',
  'manual',
] as const;
export type ConflictAction = (typeof CONFLICT_ACTIONS)[number];

/** One of the two memories of a row. */
type Side = 'old' | 'new';

interface Effect {
  deletes: readonly Side[];
  expires: readonly Side[];
  /** The old memory becomes history: the new one says what holds instead. It can be taken back. */
  closesOld?: true;
}

export const EFFECTS: Readonly<Record<ConflictAction, Effect>> = {
  supersede: { deletes: [], expires: [], closesOld: true },
  keep_old: { deletes: ['new'], expires: [] },
  keep_new: { deletes: ['old'], expires: [] },
  keep_both: { deletes: [], expires: [] },
  remove_both: { deletes: ['old', 'new'], expires: [] },
  expire_old: { deletes: [], expires: ['old'] },
  expire_new: { deletes: [], expires: ['new'] },
  expire_both: { deletes: [], expires: ['old', 'new'] },
  manual: { deletes: ['old', 'new'], expires: [] },
};

/** What takes the place of both memories. */
export interface Replacement {
  content: string;
  type: MemoryType | null;
}

/** What to do with a row, as far as it follows from the row alone. */
export interface Resolution {
  action: ConflictAction;
  /** Null but for `manual`. */
  replacement: Replacement | null;
}

const MAX_SHOWN_ACTION = 100;

/** Throws what the interface answers to an unknown action, or to `manual` without content. */
export function toResolution(request: {
  action: string;
  manual_content?: string | null;
  manual_type?: MemoryType | null;
}): Resolution {
  const action = CONFLICT_ACTIONS.find((each) => each === request.action);
  if (action === undefined) {
    const shown = request.action.slice(0, MAX_SHOWN_ACTION).toWellFormed();
    throw unresolvable(`Invalid action '${shown}': use ${CONFLICT_ACTIONS.join(', ')}`);
  }
  if (action !== 'manual') return { action, replacement: null };
  const content = request.manual_content ?? '';
  if (isBlank(content)) throw unresolvable("manual_content is required when action is 'manual'");
  return { action, replacement: { content, type: request.manual_type ?? null } };
}

/** The interface answers requests that a report cannot follow as 500, and says why in `original_error`. */
export function unresolvable(reason: string): DomainError {
  return new DomainError('InternalServerError', 'The conflict was not resolved; nothing changed', {
    original_error: reason,
  });
}
