import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';

interface QuestionProps {
  title: string;
  /** What becomes of what, and whether there is a way back. */
  children: ComponentChildren;
  /** The name of the button that does it. */
  yes: string;
  no?: string;
  isBusy: boolean;
  confirm: () => void;
  cancel: () => void;
}

/** Asks before something that cannot be undone. The keyboard stays in it, and goes back to where it was. */
export function Question({ title, children, yes, no = 'Keep it', isBusy, confirm, cancel }: QuestionProps) {
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
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <h2 id={id} dir="auto">
        {title}
      </h2>
      <div id={`${id}-text`} class="compact">
        {children}
      </div>
      <div class="row">
        <button type="button" class="danger" disabled={isBusy} onClick={confirm}>
          {yes}
        </button>
        <button type="button" autofocus onClick={cancel}>
          {no}
        </button>
      </div>
    </dialog>
  );
}
