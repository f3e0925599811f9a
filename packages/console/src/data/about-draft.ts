import type { MemoryRecord } from './client.ts';

/** What a form holds of what a memory is about and when it holds. Days are in UTC, as the service reads them. */
export interface AboutDraft {
  from: string;
  to: string;
  names: string;
  key: string;
  past: '' | 'yes' | 'no';
}

export const NO_ABOUT: AboutDraft = { from: '', to: '', names: '', key: '', past: '' };

export function aboutDraft({ validFrom, validTo, names, key, past }: MemoryRecord): AboutDraft {
  return {
    from: dayOf(validFrom),
    to: dayOf(validTo),
    names: names.join(', '),
    key: key ?? '',
    past: past === null ? '' : past ? 'yes' : 'no',
  };
}

export interface AboutFields {
  validFrom?: string;
  validTo?: string;
  names?: string[];
  key?: string;
  past?: boolean;
}

/** The fields that differ: a day that was not touched keeps its time of day. */
export function changedAbout(draft: AboutDraft, former: AboutDraft = NO_ABOUT): AboutFields {
  const isNew = (name: keyof AboutDraft) => draft[name].trim() !== former[name];
  return {
    ...(isNew('from') && { validFrom: draft.from }),
    ...(isNew('to') && { validTo: draft.to }),
    ...(isNew('names') && { names: listOf(draft.names) }),
    ...(isNew('key') && { key: draft.key.trim() }),
    ...(isNew('past') && { past: draft.past === 'yes' }),
  };
}

/** The parts of a text between commas. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function dayOf(date: Date | null): string {
  return date === null ? '' : date.toISOString().slice(0, 10);
}
