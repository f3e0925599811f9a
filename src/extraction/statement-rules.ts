import {
  CONTEXT_RULES,
  GENERAL_FACT_RULES,
  NAME_RULES,
  PERSONAL_FACT_RULES,
  TEAM_FACT_RULES,
} from './fact-rules';
import { DECISION_RULES, FINDING_RULES } from './finding-rules';
import { INSTRUCTION_RULES } from './instruction-rules';
import {
  COMMITMENT_RULES,
  EVENT_RULES,
  PLAN_RULES,
  PREFERENCE_RULES,
  RELATIONSHIP_RULES,
} from './personal-rules';
import { holds, type StatementRule } from './statement-rule';
import {
  DANGLING_RULES,
  MOMENTARY_RULES,
  PASSING_RULES,
  UNSETTLED_RULES,
  VERDICT_RULES,
} from './unsettled-rules';

/** In order: the first one that holds says what a sentence is. */
const STATEMENT_RULES: readonly StatementRule[] = [
  ...INSTRUCTION_RULES,
  ...UNSETTLED_RULES,
  ...DECISION_RULES,
  ...FINDING_RULES,
  ...DANGLING_RULES,
  ...RELATIONSHIP_RULES,
  ...PREFERENCE_RULES,
  ...PLAN_RULES,
  ...PASSING_RULES,
  ...COMMITMENT_RULES,
  ...EVENT_RULES,
  ...NAME_RULES,
  ...MOMENTARY_RULES,
  ...CONTEXT_RULES,
  ...PERSONAL_FACT_RULES,
  ...TEAM_FACT_RULES,
  ...VERDICT_RULES,
  ...GENERAL_FACT_RULES,
];

/** What an English sentence states; null when no rule knows. */
export function ruleFor(text: string): StatementRule | null {
  return STATEMENT_RULES.find((rule) => holds(rule, text)) ?? null;
}
