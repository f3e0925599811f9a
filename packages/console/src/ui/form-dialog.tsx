import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';

interface FormDialogProps {
  title: string;
  /** The fields. The first that has `autofocus` gets the focus. */
  children: ComponentChildren;
  /** The name of the button that sends it. */
  yes: string;
  send: () => void;
  cancel: () => void;
}

/** Asks for what is needed before something is done. The keyboard stays in it, and goes back to where it was. */
export function FormDialog({ title, children, yes, send, cancel }: FormDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      keepFocus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
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
    </dialog>
  );
}
