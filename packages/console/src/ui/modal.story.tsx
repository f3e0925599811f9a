import { useState } from 'preact/hooks';
import { Modal } from './modal.tsx';

export function Story() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal labelledBy="modal-story" isLight close={close}>
          <h2 id="modal-story">Over the page</h2>
          <button type="button" onClick={close}>
            Done
          </button>
          <button type="button">Another</button>
        </Modal>
      )}
    </>
  );
}
