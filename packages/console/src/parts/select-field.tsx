import { useId } from 'preact/hooks';

interface SelectFieldProps<T extends string> {
  label: string;
  value: T;
  /** Values, or values with the text that is shown. */
  options: readonly (T | readonly [T, string])[];
  change: (value: T) => void;
  isWide?: boolean;
}

/** A choice. Its label stands beside it, and not around it: the text of a label around it would have all options. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  change,
  isWide = false,
}: SelectFieldProps<T>) {
  const id = useId();
  return (
    <div class={isWide ? 'field grow' : 'field'}>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value as T)}>
        {options.map((option) => {
          const [each, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={each} value={each}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
}
