import { useToast } from './toasts.tsx';

export function Story() {
  const toast = useToast();
  const undo = () => Promise.resolve('The example is there again.');
  return (
    <div class="row">
      <button type="button" onClick={() => toast({ text: 'The example is expired.', undo })}>
        With Undo
      </button>
      <button type="button" onClick={() => toast({ text: 'The example is saved.' })}>
        Without
      </button>
    </div>
  );
}
