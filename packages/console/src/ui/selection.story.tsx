import { useState } from 'preact/hooks';
import { oneByOne } from '../data/bulk.ts';
import { Selectable, SelectionBox } from './selection.tsx';

const IDS = ['Coffee', 'Tea', 'Water'];

export function Story() {
  const [gone, setGone] = useState<readonly string[]>([]);
  const left = IDS.filter((id) => !gone.includes(id));
  return (
    <Selectable
      counted={(count) => `${count} drinks`}
      order={left}
      total={left.length}
      readIds={() => Promise.resolve({ ids: left, nextCursor: null })}
      filter=""
      refresh={() => Promise.resolve()}
      actions={[
        {
          name: 'Remove',
          isDanger: true,
          question: (count) => ({
            title: `Remove ${count} drinks?`,
            text: 'They can be brought back.',
            yes: 'Remove',
          }),
          task: {
            doing: 'Removing',
            work: oneByOne((id: string) => {
              setGone((known) => [...known, id]);
              return Promise.resolve(id);
            }),
            done: (count) => `${count} drinks removed.`,
            undo: oneByOne((id) => {
              setGone((known) => known.filter((each) => each !== id));
              return Promise.resolve(id);
            }),
            undone: (count) => `${count} drinks are there again.`,
          },
        },
      ]}
    >
      <ul role="list" class="sheet" aria-label="Drinks">
        {left.map((id) => (
          <li key={id} class="memory">
            <SelectionBox id={id} name={id} />
            {id}
          </li>
        ))}
      </ul>
    </Selectable>
  );
}
