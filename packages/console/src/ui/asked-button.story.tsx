import { useState } from 'preact/hooks';
import { AskedButton } from './asked-button.tsx';

export function Story() {
  const [text, setText] = useState('It is there.');
  const [error, setError] = useState<Error | null>(null);
  const ask = (name: string, mutate: () => void) => (
    <AskedButton
      name={name}
      class="danger"
      title="Delete the example for good?"
      yes="Delete for good"
      action={{ isPending: false, error, mutate }}
    >
      <p>It cannot be restored.</p>
    </AskedButton>
  );
  return (
    <div class="row">
      <p role="status">{text}</p>
      {text === 'It is there.' && ask('Delete', () => setText('It is deleted.'))}
      {ask('Fail', () => setError(new Error('The service is away.')))}
    </div>
  );
}
