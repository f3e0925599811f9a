import { useId, useState } from 'preact/hooks';
import type { BulkTask } from '../data/bulk.ts';
import { MEMORY_TYPES, type MemoryType } from '../data/memory-types.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { SelectionForm } from '../ui/use-selection.ts';
import { AgentField } from './agent-field.tsx';
import { SelectField } from './select-field.tsx';

const MOST_LETTERS = 64;

interface TagFormProps extends SelectionForm {
  verb: 'Add' | 'Remove';
  /** Offered. */
  tags: readonly string[];
  make: (tag: string) => BulkTask;
}

export function TagForm({ what, send, cancel, verb, tags, make }: TagFormProps) {
  const [tag, setTag] = useState('');
  const list = useId();
  return (
    <FormDialog
      title={verb === 'Add' ? `Add a tag to ${what}` : `Remove a tag from ${what}`}
      yes={`${verb} the tag`}
      send={() => tag.trim() !== '' && send(make(tag.trim()))}
      cancel={cancel}
    >
      <label>
        Tag
        <input
          required
          autofocus
          pattern=".*\S.*"
          list={list}
          maxLength={MOST_LETTERS}
          autocomplete="off"
          value={tag}
          onInput={(event) => setTag(event.currentTarget.value)}
        />
        <datalist id={list}>
          {tags.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      </label>
    </FormDialog>
  );
}

interface TypeFormProps extends SelectionForm {
  make: (type: MemoryType) => BulkTask;
}

export function TypeForm({ what, send, cancel, make }: TypeFormProps) {
  const [type, setType] = useState<MemoryType>('fact');
  return (
    <FormDialog
      title={`Change the type of ${what}`}
      yes="Change the type"
      send={() => send(make(type))}
      cancel={cancel}
    >
      <SelectField label="New type" value={type} options={MEMORY_TYPES} change={setType} />
    </FormDialog>
  );
}

interface AgentFormProps extends SelectionForm {
  agentId: string;
  verb: 'Copy' | 'Move';
  make: (to: string) => BulkTask;
}

export function AgentForm({ what, send, cancel, agentId, verb, make }: AgentFormProps) {
  const [to, setTo] = useState('');
  return (
    <FormDialog
      title={`${verb} ${what} to another agent`}
      yes={verb}
      send={() => send(make(to))}
      cancel={cancel}
    >
      <AgentField label="To agent" without={[agentId]} value={to} change={setTo} />
      <p class="quiet">
        {verb === 'Copy'
          ? 'Each copy gets an id of its own.'
          : 'They keep their ids, and are not here any more.'}{' '}
        You need to be allowed to write to both agents.
      </p>
    </FormDialog>
  );
}
