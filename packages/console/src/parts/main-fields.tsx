import type { ComponentChildren } from 'preact';
import type { MemoryDraft } from '../data/memory-draft.ts';
import { MEMORY_TYPES } from '../data/memory-types.ts';
import { ContentField } from './content-field.tsx';
import { SelectField } from './select-field.tsx';

type MainDraft = Pick<MemoryDraft, 'content' | 'type' | 'tags'>;

interface MainFieldsProps {
  draft: MainDraft;
  change: (changes: Partial<MainDraft>) => void;
  /** Another one where the page has a field of this name. */
  typeLabel?: string;
  /** Beside the type and the tags. */
  children?: ComponentChildren;
}

/** What each memory has: its text, its type and its tags. */
export function MainFields({ draft, change, typeLabel = 'Type', children }: MainFieldsProps) {
  return (
    <>
      <ContentField content={draft.content} change={(content) => change({ content })} />
      <div class="row">
        <SelectField
          label={typeLabel}
          value={draft.type}
          options={MEMORY_TYPES}
          change={(type) => change({ type })}
          isWide
        />
        <label class="grow">
          Tags, separated by commas
          <input
            value={draft.tags}
            autocomplete="off"
            onInput={({ currentTarget }) => change({ tags: currentTarget.value })}
          />
        </label>
        {children}
      </div>
    </>
  );
}
