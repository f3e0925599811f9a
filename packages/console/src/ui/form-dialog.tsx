import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Modal } from './modal.tsx';

interface FormDialogProps {
  title: string;
  /** The fields. The first that has `autofocus` gets the focus. */
  children: ComponentChildren;
  /** The name of the button that sends it. */
  yes: string;
  send: () => void;
  cancel: () => void;
}

/** Asks for what is needed before something is done. */
export function FormDialog({ title, children, yes, send, cancel }: FormDialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} close={cancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <h2 id={id} dir="auto">
          {title}
        </h2>
        {children}
        <div class="row">
          <button class="primary">{yes}</button>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}
