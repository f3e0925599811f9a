import { createContext, type ComponentChildren } from 'preact';
import { useCallback, useContext, useEffect, useState } from 'preact/hooks';
import { keepFocus } from './focus.ts';

/** Says how far an Undo is. */
export type Report = (text: string) => void;

interface Toast {
  text: string;
  /** Takes back what the text says. Resolves with what is said then. */
  undo?: (report: Report) => Promise<string>;
  /** It is there until it is closed. */
  stays?: boolean;
}

type Show = (toast: Toast) => void;

const SHOWN_MS = 15_000;
const ToastContext = createContext<Show>(() => undefined);

/** Says what was done, with a way back where there is one. */
export function useToast(): Show {
  return useContext(ToastContext);
}

/** The newest toast of the pages in it. A screen reader reads it out. */
export function Toasts({ children }: { children: ComponentChildren }) {
  const [toast, setToast] = useState<Toast | null>(null);
  const show = useCallback((next: Toast) => setToast(next), []);
  const close = () => {
    setToast(null);
    keepFocus();
  };
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div class="toasts" role="status">
        {toast && <ToastItem toast={toast} show={show} close={close} />}
      </div>
    </ToastContext.Provider>
  );
}

function ToastItem({ toast, show, close }: { toast: Toast; show: Show; close: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  useEffect(() => {
    if (isHeld || isBusy || toast.stays) return;
    const timer = setTimeout(close, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, isBusy]);
  const undo = async (work: (report: Report) => Promise<string>) => {
    setBusy(true);
    const text = await work(setProgress).catch(
      (error: unknown) => `It was not taken back: ${messageOf(error)}`,
    );
    setBusy(false);
    setProgress(null);
    show({ text });
    keepFocus();
  };
  const { text, undo: work } = toast;
  return (
    <div
      class="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <span>{progress ?? text}</span>
      {work && (
        <button type="button" class="small" disabled={isBusy} onClick={() => void undo(work)}>
          Undo
        </button>
      )}
      <button type="button" class="small" aria-label="Close the message" onClick={close}>
        ×
      </button>
    </div>
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'something went wrong';
}
