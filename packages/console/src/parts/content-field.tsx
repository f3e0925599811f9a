import { useEffect, useId, useRef } from 'preact/hooks';
import { counted } from '../data/attention.ts';

/** In code points, as the service counts. */
const LONGEST = 10_000;

interface ContentFieldProps {
  content: string;
  change: (content: string) => void;
}

/** What a memory says, and how much of the longest content it is. It has the focus: a press of a button opens its form. */
export function ContentField({ content, change }: ContentFieldProps) {
  const id = useId();
  const length = [...content].length;
  const field = useRef<HTMLTextAreaElement>(null);
  // Browsers heed `autofocus` only while nothing has the focus.
  useEffect(() => field.current?.focus(), []);
  const problem = length > LONGEST ? `Shorten the content by ${counted(length - LONGEST, 'character')}.` : '';
  return (
    <div class="field">
      <label for={id}>Content</label>
      <textarea
        id={id}
        // A form with a message is not sent.
        ref={(element) => {
          field.current = element;
          element?.setCustomValidity(problem);
        }}
        required
        dir="auto"
        rows={4}
        aria-describedby={`${id}-length`}
        value={content}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <span id={`${id}-length`} class={problem === '' ? 'quiet' : 'reason'}>
        {length.toLocaleString()} of {LONGEST.toLocaleString()} characters. {problem}
      </span>
    </div>
  );
}
