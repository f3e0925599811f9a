/* The values that settings of `Env` choose from. */

/** The value of `EMBEDDINGS_MODEL_PATH` with which an installed model is not used either. */
export const NO_MODEL = 'none';

export const BACKEND_MODES = ['embedded', 'on-prem', 'cloud'] as const;
export const CONFLICT_JUDGES = ['learned', 'nli', 'model'] as const;
export const LOG_LEVELS = ['error', 'warn', 'log', 'debug'] as const;
export const TRACE_MODES = ['off', 'ids', 'full'] as const;

/** What is done with a secret that is found: it is replaced, stored and reported, refused, or not looked for. */
export const REDACTION_MODES = ['redact', 'warn', 'block', 'off'] as const;
export type RedactionMode = (typeof REDACTION_MODES)[number];

export const LOG_FORMATS = ['json', 'text'] as const;
