import { useState } from 'preact/hooks';
import { Question } from './question.tsx';

type Step = 'none' | 'asked' | 'busy' | 'done';

export function Story() {
  const [step, setStep] = useState<Step>('none');
  return (
    <>
      <button type="button" onClick={() => setStep('asked')}>
        Ask
      </button>
      {step === 'done' && <p>It was done.</p>}
      {(step === 'asked' || step === 'busy') && (
        <Question
          title="Delete 3 drinks?"
          yes="Delete 3 drinks"
          isBusy={step === 'busy'}
          confirm={() => {
            setStep('busy');
            setTimeout(() => setStep('done'), 50);
          }}
          cancel={() => setStep('none')}
        >
          <p>This cannot be undone.</p>
        </Question>
      )}
    </>
  );
}
