import { useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

export function Story() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Something to read" close={() => setOpen(false)}>
          <p>A click beside it closes it too.</p>
        </Dialog>
      )}
    </>
  );
}
