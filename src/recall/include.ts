import { choiceRule, listRule, type Rule } from '../common/field-rules';
import { Keeps } from '../common/request-decorators';
import { SUPERSEDED } from './recall-request';

const choice = choiceRule([SUPERSEDED]);
const choices = listRule(choice, 0, 1);
const rule: Rule = (value) => (Array.isArray(value) ? choices(value) : choice(value));
const ITEM = { type: 'string', enum: [SUPERSEDED] };

/** What a search finds beside what holds now: one word, or a list of it. */
export function Include(): PropertyDecorator {
  return Keeps('include', rule, { oneOf: [ITEM, { type: 'array', items: ITEM, maxItems: 1 }] });
}
