import { propertyOf } from '../common/objects';
import { ValidationError } from '../common/validation-error';
import { failureOf } from '../observability/failure';

/** What to do about a failure, where its message does not say it. */
const ADVICE: Readonly<Record<string, string>> = {
  memory_not_found: 'find its id with recall or recent; one of another agent can only be recalled',
  nothing_to_update: 'call again with one of them',
  text_too_long: 'store it as several memories',
  query_too_long: 'ask in fewer words',
  k_too_large: 'use a smaller limit',
  IdempotencyConflict: 'use another idempotency-key',
  storage_full: 'tell the user that nothing more can be stored',
  KeyNotAllowed: 'ask the user for another key',
  AgentNotFound: 'ask the user to create it with POST /api/v2/agents',
};

/** Messages that name parts of HTTP requests, which tools do not have. */
const MESSAGES: Readonly<Record<string, string>> = {
  ContentDeleted: 'This content was deleted for good: if the user wants it back, store it without upsert',
};

/** Fields of requests that tools name otherwise. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  min_similarity: 'min_score',
  manual_content: 'content',
};

/** Why a tool failed and what to do about it, for a model. */
export interface ToolFailure {
  sentence: string;
  /** A defect, which somebody must look at. */
  unexpected: boolean;
}

export function toolFailure(error: unknown): ToolFailure {
  if (error instanceof ValidationError) return { sentence: badArguments(error), unexpected: false };
  const { body, unexpected } = failureOf(error);
  if (unexpected)
    return { sentence: 'The service failed: try again, and tell the user if it fails again.', unexpected };
  const { detail } = body;
  const reason = propertyOf(propertyOf(detail, 'details'), 'original_error');
  const { name } = error as Error;
  const texts = [MESSAGES[name], reason, propertyOf(detail, 'message'), detail];
  const message = texts.find((each) => typeof each === 'string');
  const advice = ADVICE[name];
  return { sentence: advice === undefined ? `${message}.` : `${message}: ${advice}.`, unexpected };
}

function badArguments({ issues }: ValidationError): string {
  const shown = issues.map(({ loc, msg }) => {
    const [place, ...steps] = loc;
    const path = (place === 'body' ? steps.map((step) => ARGUMENTS[step] ?? step) : loc).join('.');
    return path === '' ? msg : `${path}: ${msg}`;
  });
  return `The arguments are not valid (${shown.slice(0, 5).join('; ')}): correct them and call again.`;
}
