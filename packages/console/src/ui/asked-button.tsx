import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Problem } from '../parts/problem.tsx';
import { Question } from './question.tsx';

interface AskedButtonProps {
  name: string;
  /** For screen readers, where several buttons have the name. */
  label?: string;
  class: string;
  title: string;
  yes: string;
  /** What is done once it was confirmed. */
  action: { isPending: boolean; error: unknown; mutate: () => void };
  /** What becomes of what. */
  children: ComponentChildren;
}

/** A button that asks before it does what cannot be undone. */
export function AskedButton({ name, label, class: classes, title, yes, action, children }: AskedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class={classes} aria-label={label} onClick={() => setAsking(true)}>
        {name}
      </button>
      {isAsking && (
        <Question
          title={title}
          yes={yes}
          isBusy={action.isPending}
          confirm={() => action.mutate()}
          cancel={() => setAsking(false)}
        >
          {children}
          {action.error !== null && <Problem error={action.error} />}
        </Question>
      )}
    </>
  );
}
