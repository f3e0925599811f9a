/** One entry of a 422 body, in the style of the interface: `loc` starts with `body`, `query` or `path`. */
export interface ValidationIssue {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
}

const MAX_INPUT_CHARACTERS = 200;

/** A request that breaks a rule of its fields: status 422, `detail` is the list of issues. */
export class ValidationError extends Error {
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super('Validation failed');
    this.name = 'ValidationError';
    this.issues = issues.map((issue) => ({ ...issue, input: shownInput(issue.input) }));
  }
}

/** A single issue under `loc`. */
export function invalid(
  loc: (string | number)[],
  msg: string,
  input: unknown,
  type = 'value_error',
): ValidationError {
  return new ValidationError([{ type, loc, msg, input }]);
}

/** The part of a refused value that the answer repeats: texts are cut, structures only named. */
function shownInput(input: unknown): unknown {
  if (typeof input === 'string') return wellFormed(input.slice(0, MAX_INPUT_CHARACTERS));
  if (Array.isArray(input)) return `array of ${input.length}`;
  if (typeof input === 'object' && input !== null) return 'object';
  return input ?? null;
}

function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
