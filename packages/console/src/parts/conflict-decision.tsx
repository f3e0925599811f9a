import { useState } from 'preact/hooks';
import type { ConflictRow } from '../data/client.ts';
import { type Choice, CHOICES, OTHER_CHOICES } from '../data/conflict-actions.ts';
import { Question } from '../ui/question.tsx';
import { ContentField } from './content-field.tsx';

interface DecisionProps {
  conflict: ConflictRow;
  /** What was chosen and needs a second step. */
  step: Choice | null;
  isBusy: boolean;
  hasKeys: boolean;
  decide: (choice: Choice) => void;
  carryOut: (content?: string) => void;
  cancel: () => void;
}

/** The ways to settle a conflict, and what has to be known before some of them. */
export function Decision({ conflict, step, isBusy, hasKeys, decide, carryOut, cancel }: DecisionProps) {
  if (step?.action === 'manual')
    return <Replacement conflict={conflict} isBusy={isBusy} save={carryOut} cancel={cancel} />;
  return (
    <>
      <Choices isBusy={isBusy} hasKeys={hasKeys} decide={decide} />
      {step && <DeletionQuestion choice={step} isBusy={isBusy} confirm={() => carryOut()} cancel={cancel} />}
    </>
  );
}

interface DeletionQuestionProps {
  choice: Choice;
  isBusy: boolean;
  confirm: () => void;
  cancel: () => void;
}

function DeletionQuestion({ choice, ...rest }: DeletionQuestionProps) {
  return (
    <Question title={`Delete ${choice.deletes} for good?`} yes={choice.name} no="Keep them" {...rest}>
      <p>The history goes with it. This cannot be undone: what is expired instead can be restored.</p>
    </Question>
  );
}

interface ChoicesProps {
  isBusy: boolean;
  hasKeys: boolean;
  decide: (choice: Choice) => void;
}

function Choices({ isBusy, hasKeys, decide }: ChoicesProps) {
  const button = (choice: Choice) => (
    <button key={choice.action} type="button" class="choice" disabled={isBusy} onClick={() => decide(choice)}>
      <span>
        {choice.name} {hasKeys && choice.key && <kbd>{choice.key}</kbd>}
      </span>
      <span class="quiet">{choice.hint}</span>
    </button>
  );
  return (
    <div class="choices">
      {CHOICES.map(button)}
      <details class="menu">
        <summary>Other ways</summary>
        <div class="choices">{OTHER_CHOICES.map(button)}</div>
      </details>
    </div>
  );
}

interface ReplacementProps {
  conflict: ConflictRow;
  isBusy: boolean;
  save: (content: string) => void;
  cancel: () => void;
}

function Replacement({ conflict, isBusy, save, cancel }: ReplacementProps) {
  const [content, setContent] = useState(conflict.newContent);
  return (
    <form
      aria-label="Replacement"
      onSubmit={(event) => {
        event.preventDefault();
        save(content);
      }}
    >
      <ContentField content={content} change={setContent} />
      <p class="quiet">Both memories are deleted for good, and this one is stored in their place.</p>
      <div class="row">
        <button class="primary" disabled={isBusy}>
          Save
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
