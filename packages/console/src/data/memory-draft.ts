import { type AboutDraft, aboutDraft, changedAbout, listOf } from './about-draft.ts';
import type { MemoryRecord } from './client.ts';
import type { MemoryType } from './memory-types.ts';

/** What the form of a memory holds. */
export interface MemoryDraft {
  content: string;
  type: MemoryType;
  tags: string;
  confidence: string;
  about: AboutDraft;
}

export function memoryDraft(memory: MemoryRecord): MemoryDraft {
  const { content, type, tags, confidence } = memory;
  return { content, type, tags: tags.join(', '), confidence: String(confidence), about: aboutDraft(memory) };
}

/** The fields that differ from what was opened: what others change in other fields stays. */
export function changedFields(draft: MemoryDraft, opened: MemoryDraft) {
  const { content, type, tags, confidence, about } = draft;
  return {
    ...(content !== opened.content && { content }),
    ...(type !== opened.type && { type }),
    ...(tags !== opened.tags && { tags: listOf(tags) }),
    ...(confidence !== opened.confidence && { confidence: Number(confidence) }),
    ...changedAbout(about, opened.about),
  };
}

const NAMES = {
  content: 'Content',
  type: 'Type',
  tags: 'Tags',
  confidence: 'Confidence',
  from: 'Holds from',
  to: 'Holds until',
  names: 'Names',
  key: 'Key',
  past: 'Tells of the past',
};

/** The fields of `mine` that would become others than `theirs`, with both values; `opened` is what both began with. */
export function differingFields(
  mine: MemoryDraft,
  theirs: MemoryDraft,
  opened: MemoryDraft,
): [string, string, string][] {
  const [own, other, first] = [textsOf(mine), textsOf(theirs), textsOf(opened)];
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => own[name] !== first[name] && own[name] !== other[name])
    .map((name) => [NAMES[name], other[name], own[name]]);
}

function textsOf({ about, ...draft }: MemoryDraft): Record<keyof typeof NAMES, string> {
  return { ...draft, ...about };
}
