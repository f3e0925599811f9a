import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Modal } from './modal.tsx';

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

/** Something to read over the page. */
export function Dialog({ title, close, children }: DialogProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} isLight close={close}>
      <div class="row between">
        <h2 id={id}>{title}</h2>
        <button type="button" class="small" onClick={close}>
          Close
        </button>
      </div>
      {children}
    </Modal>
  );
}
