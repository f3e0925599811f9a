import { type AboutDraft, NO_ABOUT } from '../data/about-draft.ts';
import { SelectField } from './select-field.tsx';

interface AboutFieldsProps {
  draft: AboutDraft;
  change: (draft: AboutDraft) => void;
  /** What is stored: this form takes no value away again, only the names. */
  former?: AboutDraft;
}

const PAST = [['', 'Not said'] as const, ['no', 'No'] as const, ['yes', 'Yes'] as const];

/** What a memory is about, and when it holds. */
export function AboutFields({ draft, change, former = NO_ABOUT }: AboutFieldsProps) {
  const set = (name: keyof AboutDraft) => (value: string) => change({ ...draft, [name]: value });
  return (
    <div class="filters" role="group" aria-label="What it is about, and when it holds">
      <Field label="Key" value={draft.key} required={former.key !== ''} maxLength={200} change={set('key')} />
      <Field label="Names, separated by commas" value={draft.names} change={set('names')} />
      <Field
        label="Holds from (UTC)"
        type="date"
        value={draft.from}
        required={former.from !== ''}
        change={set('from')}
      />
      <Field
        label="Holds until (UTC)"
        type="date"
        value={draft.to}
        required={former.to !== ''}
        change={set('to')}
      />
      <SelectField
        label="Tells of the past"
        value={draft.past}
        options={former.past === '' ? PAST : PAST.slice(1)}
        change={set('past')}
      />
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string;
  change: (value: string) => void;
  type?: 'text' | 'date';
  required?: boolean;
  maxLength?: number;
}

function Field({ label, change, type = 'text', ...attributes }: FieldProps) {
  return (
    <label>
      {label}
      <input
        {...attributes}
        type={type}
        autocomplete="off"
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
