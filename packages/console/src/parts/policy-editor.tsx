import { useState } from 'preact/hooks';
import {
  ageProblem,
  EMPTY_RULE,
  type PolicyDraft,
  type RuleDraft,
  ruleProblems,
} from '../data/policy-draft.ts';
import { MEMORY_TYPES, PROVENANCES } from '../data/memory-types.ts';

const DURATION = '([1-9][0-9]*(m|h|d|w|mo|y)|never)?';
const DURATION_HELP = 'A number and m, h, d, w, mo or y, such as 30d; or never';

interface PolicyEditorProps {
  draft: PolicyDraft;
  change: (draft: PolicyDraft) => void;
}

export function PolicyEditor({ draft, change }: PolicyEditorProps) {
  const setRule = (place: number, rule: RuleDraft | null) =>
    change({
      ...draft,
      rules: draft.rules.flatMap((each, at) => (at !== place ? [each] : rule === null ? [] : [rule])),
    });
  const problems = ruleProblems(draft);
  return (
    <section class="panel" aria-label="Policy">
      <h2>Rules</h2>
      <p class="quiet">
        In order: the first rule that matches a memory decides. A rule without conditions matches all.
      </p>
      {draft.rules.map((rule, place) => (
        <RuleFields
          key={place}
          place={place}
          rule={rule}
          problem={problems[place] ?? ''}
          change={(next) => setRule(place, next)}
        />
      ))}
      <p>
        <button
          type="button"
          class="small"
          onClick={() => change({ ...draft, rules: [...draft.rules, EMPTY_RULE] })}
        >
          Add rule
        </button>
      </p>
      <h2>Age by type</h2>
      <p class="quiet">For memories that no rule matches. Empty: they do not expire. {DURATION_HELP}.</p>
      <div class="durations">
        {MEMORY_TYPES.map((type) => (
          <AgeField
            key={type}
            label={type}
            value={draft.retention[type] ?? ''}
            change={(duration) => change({ ...draft, retention: { ...draft.retention, [type]: duration } })}
          />
        ))}
      </div>
      <AgeField
        label="Delete for good what has been expired for"
        value={draft.purgeExpiredAfter}
        change={(duration) => change({ ...draft, purgeExpiredAfter: duration })}
      />
    </section>
  );
}

interface RuleFieldsProps {
  place: number;
  rule: RuleDraft;
  /** What is missing or wrong in it; empty for nothing. */
  problem: string;
  change: (rule: RuleDraft | null) => void;
}

const RULE_FIELDS = [
  ['name', 'Name'],
  ['tags', 'Tags (any of)'],
  ['type', 'Types (any of)'],
  ['source', 'Sources (any of)'],
  ['confidenceBelow', 'Confidence below'],
] as const;

function RuleFields({ place, rule, problem, change }: RuleFieldsProps) {
  // A rule that was just added has no fault yet.
  const [isTouched, setTouched] = useState(false);
  return (
    <fieldset onFocusOut={() => setTouched(true)}>
      <legend>Rule {place + 1}</legend>
      {RULE_FIELDS.map(([name, label]) => (
        <label key={name}>
          {label}
          <input
            value={rule[name]}
            onInput={(event) => change({ ...rule, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
      <label>
        Expire after
        <Duration value={rule.expireAfter} change={(expireAfter) => change({ ...rule, expireAfter })} />
      </label>
      <ProvenanceField chosen={rule.provenance} change={(provenance) => change({ ...rule, provenance })} />
      {problem !== '' && (
        <p class={isTouched ? 'reason wide-cell' : 'quiet wide-cell'} role="status">
          {problem}
        </p>
      )}
      <button type="button" class="small" onClick={() => change(null)}>
        Remove rule {place + 1}
      </button>
    </fieldset>
  );
}

interface ProvenanceFieldProps {
  chosen: readonly string[];
  change: (chosen: string[]) => void;
}

function ProvenanceField({ chosen, change }: ProvenanceFieldProps) {
  return (
    <fieldset class="checks">
      <legend>Provenance (any of; none chosen: all)</legend>
      {PROVENANCES.map((each) => (
        <label key={each} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ currentTarget: { checked } }) =>
              change(PROVENANCES.filter((one) => (one === each ? checked : chosen.includes(one))))
            }
          />
          {each.replace('_', ' ')}
        </label>
      ))}
    </fieldset>
  );
}

function Duration({ value, change }: { value: string; change: (value: string) => void }) {
  return (
    <input
      value={value}
      pattern={DURATION}
      title={DURATION_HELP}
      placeholder="never"
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

/** An age with its name, and what is wrong with it. */
function AgeField({
  label,
  value,
  change,
}: {
  label: string;
  value: string;
  change: (value: string) => void;
}) {
  // While it is typed, its beginning is no age yet.
  const [isLeft, setLeft] = useState(false);
  const problem = isLeft ? ageProblem(value) : '';
  return (
    <label onFocusIn={() => setLeft(false)} onFocusOut={() => setLeft(true)}>
      {label}
      <Duration value={value} change={change} />
      {problem !== '' && (
        <span class="reason" role="status">
          {problem}
        </span>
      )}
    </label>
  );
}
