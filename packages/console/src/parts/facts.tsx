import type { ComponentChildren } from 'preact';

type Fact = readonly [name: string, value: ComponentChildren];

/** Names and values; those without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="fact-table">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
