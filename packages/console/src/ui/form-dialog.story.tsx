import { useState } from 'preact/hooks';
import { FormDialog } from './form-dialog.tsx';

export function Story() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <p role="status">{name === '' ? 'Nothing was sent.' : `${name} was sent.`}</p>
      {isOpen && (
        <FormDialog title="Name it" yes="Send" send={() => setOpen(false)} cancel={() => setOpen(false)}>
          <label>
            Name
            <input autofocus required value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
        </FormDialog>
      )}
    </>
  );
}
