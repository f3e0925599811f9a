import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { keepFocus } from './focus.ts';

interface ModalProps {
  /** The id of its heading. */
  labelledBy: string;
  /** For what has to be decided: the id of the text about it. */
  describedBy?: string;
  /** Whether a click beside it closes it. */
  isLight?: boolean;
  close: () => void;
  children: ComponentChildren;
}

/** Something over the page that keeps the keyboard. Escape closes it, and the focus goes back to where it was. */
export function Modal({ labelledBy, describedBy, isLight = false, close, children }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null);
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
      role={describedBy === undefined ? undefined : 'alertdialog'}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={({ target }) => isLight && target === box.current && close()}
    >
      {children}
    </dialog>
  );
}
