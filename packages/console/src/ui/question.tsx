import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Modal } from './modal.tsx';

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

/** Asks before something that cannot be undone. */
export function Question({ title, children, yes, no = 'Keep it', isBusy, confirm, cancel }: QuestionProps) {
  const id = useId();
  return (
    <Modal labelledBy={id} describedBy={`${id}-text`} close={cancel}>
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
    </Modal>
  );
}
