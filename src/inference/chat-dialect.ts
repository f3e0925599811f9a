type AnswerFormat = 'json_schema' | 'json_object' | 'text';

/** The request format that a server and its model accept: OpenAI-compatible servers differ. */
export interface ChatDialect {
  /** How the request asks for JSON. */
  format: AnswerFormat;
  /** The field that limits the output. Newer models of OpenAI accept only the second, other servers the first. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** Whether the request may set a temperature. */
  temperature: boolean;
}

export const FIRST_DIALECT: ChatDialect = { format: 'json_schema', limit: 'max_tokens', temperature: true };

/** Statuses of requests that the server rejects for their content. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);
/** Some servers answer 5xx for a format that they do not support. */
const FORMAT = /response_format|schema|grammar/i;

/**
 * The dialect to try after a refusal, chosen by the server's complaint; null if nothing is left to leave out.
 * A complaint that names no known field counts as one about the format.
 */
export function downgradeDialect(
  dialect: ChatDialect,
  wantsJson: boolean,
  refusal: { status: number; complaint: string },
): ChatDialect | null {
  const { status, complaint } = refusal;
  if (!REFUSALS.has(status) && !(status >= 500 && FORMAT.test(complaint))) return null;
  if (dialect.temperature && /\btemperature\b/.test(complaint)) return { ...dialect, temperature: false };
  if (dialect.limit === 'max_tokens' && /\bmax_(completion_)?tokens\b/.test(complaint)) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (!wantsJson) return null;
  switch (dialect.format) {
    case 'json_schema':
      return { ...dialect, format: 'json_object' };
    case 'json_object':
      return { ...dialect, format: 'text' };
    case 'text':
      return null;
    default:
      return dialect.format satisfies never;
  }
}
