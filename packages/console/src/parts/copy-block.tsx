import { useState } from 'preact/hooks';

const SHOWN_MS = 2_000;

/** A command or program, with a button that copies it. `name` says which one. */
export function CopyBlock({ name, text }: { name: string; text: string }) {
  return (
    <div class="copy">
      <div class="copy-head">
        <span>{name}</span>
        <CopyButton name={name} text={text} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}

type Outcome = 'copied' | 'selected';
const OUTCOMES: Record<Outcome, string> = { copied: 'Copied', selected: 'Press Ctrl+C' };

export function CopyButton({ name, text, label = 'Copy' }: { name: string; text: string; label?: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async (button: HTMLElement) => {
    setOutcome(await copyText(text, button));
    setTimeout(() => setOutcome(null), SHOWN_MS);
  };
  return (
    <button
      type="button"
      class="small"
      aria-label={`Copy ${name}`}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {outcome === null ? label : OUTCOMES[outcome]}
    </button>
  );
}

/** The clipboard exists only in secure contexts; elsewhere the text is selected. */
async function copyText(text: string, button: HTMLElement): Promise<Outcome> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return 'copied';
  }
  const shown = button.closest('.copy, .copy-line')?.querySelector('pre, code');
  if (shown) getSelection()?.selectAllChildren(shown);
  return 'selected';
}
