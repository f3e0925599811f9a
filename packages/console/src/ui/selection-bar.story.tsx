import { useState } from 'preact/hooks';
import { SelectionBar } from './selection-bar.tsx';

const TOTAL = 1_200;

export function Story() {
  const [count, setCount] = useState(1);
  const [handled, setHandled] = useState<number | null>(null);
  const [done, setDone] = useState('');
  return (
    <>
      <p>{done}</p>
      {count === 0 ? (
        <button type="button" onClick={() => setCount(1)}>
          Select one
        </button>
      ) : (
        <SelectionBar
          text={`${count.toLocaleString()} drinks selected`}
          more={count === TOTAL ? null : 'Select all 1,200 drinks'}
          selectAll={() => setCount(TOTAL)}
          clear={() => setCount(0)}
          progress={handled === null ? null : { doing: 'Pouring', handled, total: count }}
          stop={() => {
            setHandled(null);
            setDone('It was stopped.');
          }}
          items={[{ name: 'Pour', isDanger: false, act: () => setHandled(300) }]}
        />
      )}
    </>
  );
}
