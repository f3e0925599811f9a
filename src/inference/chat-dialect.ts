export type AnswerFormat = 'json_schema' | 'json_object' | 'text';

/** How a server, or the model behind it, wants to be asked: OpenAI-compatible servers are not all compatible. */
export interface ChatDialect {
  /** Of an answer that is to be JSON. */
  format: AnswerFormat;
  /** The name of the limit of output. Newer models of OpenAI take only the second, other servers the first. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** Whether a temperature may be named. */
  temperature: boolean;
}

export const FIRST_DIALECT: ChatDialect = { format: 'json_schema', limit: 'max_tokens', temperature: true };

/** Of answers to requests that the server does not take as they are. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);
/** Some servers fail, rather than refuse, over a format that they cannot do. */
const FORMAT = /response_format|schema|grammar/i;

/**
 * The dialect to try after a refusal, going by what the server complains about; null where nothing is left to leave
 * out. Complaints that name nothing known are taken to be about the format, if there was one. Each dialect asks
 * for less than the one before it, so that there is an end.
 */
export function humbler(
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
