import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

/** Something over the page, which Escape, its button and a click beside it close. The focus goes back to where it was. */
export function Dialog({ title, close, children }: DialogProps) {
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
        close();
      }}
      onClick={({ target }) => target === box.current && close()}
    >
      <div class="row between">
        <h2 id={id}>{title}</h2>
        <button type="button" class="small" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
