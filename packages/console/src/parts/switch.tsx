interface SwitchProps {
  label: string;
  isOn: boolean;
  change: (isOn: boolean) => void;
}

/** A check box with its label. */
export function Switch({ label, isOn, change }: SwitchProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
