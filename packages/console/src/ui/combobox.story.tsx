import { useState } from 'preact/hooks';
import { Combobox } from './combobox.tsx';

const SUGGESTIONS = [
  { value: 'coffee', count: 12 },
  { value: 'tea', count: 3 },
  { value: 'a tag that is as long as a tag may be, which is sixty-four', count: 1 },
  { value: '\u05ea\u05d4', count: 1 },
];

export function Story() {
  const [values, change] = useState<string[]>([]);
  const [typed, type] = useState('');
  const suggestions = SUGGESTIONS.filter(({ value }) => value.startsWith(typed));
  return (
    <>
      <Combobox label="Tags" values={values} change={change} suggestions={suggestions} onType={type} isFree />
      <Combobox label="Not now" values={['tea']} change={change} suggestions={[]} isDisabled />
    </>
  );
}
