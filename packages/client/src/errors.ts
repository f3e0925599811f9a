import { isObject } from './wire.ts';

export interface ErrorFields {
  /** HTTP status; null when no response came. */
  status?: number | null;
  /** The error code of the service, such as `AgentNotFound`; null when the response has none. */
  code?: string | null;
  /** The `X-Request-Id` of the response: the service's log has the same id. */
  requestId?: string | null;
  /** What the response says under `detail`, unchanged. */
  detail?: unknown;
  cause?: unknown;
}

/** A call that failed. */
export class AgentMemoryError extends Error {
  readonly status: number | null;
  readonly code: string | null;
  readonly requestId: string | null;
  readonly detail: unknown;

  constructor(message: string, fields: ErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = new.target.name;
    this.status = fields.status ?? null;
    this.code = fields.code ?? null;
    this.requestId = fields.requestId ?? null;
    this.detail = fields.detail ?? null;
  }
}

/** 404: no such agent, memory, file, key or sweep. */
export class NotFoundError extends AgentMemoryError {}

/** 409: it exists already, or another request does the same now. */
export class ConflictError extends AgentMemoryError {}

/** 401: the credential or the session is not valid. */
export class AuthenticationError extends AgentMemoryError {}

/** 403: the credential is valid and does not allow this. */
export class PermissionError extends AgentMemoryError {}

/** No response that the call could use: the connection failed, or 408, 502, 503 or 504 until the last try. */
export class UnavailableError extends AgentMemoryError {
  /** The time to wait, as the service says it; null when it does not. */
  readonly retryAfterMs: number | null;

  constructor(message: string, fields: ErrorFields & { retryAfterMs?: number | null } = {}) {
    super(message, fields);
    this.retryAfterMs = fields.retryAfterMs ?? null;
  }
}

/** The call took longer than its `timeoutMs`. A write may have been done. */
export class TimeoutError extends AgentMemoryError {}

/** 429: more requests than the service allows. */
export class RateLimitedError extends AgentMemoryError {
  /** The time to wait, as the service says it; null when it does not. */
  readonly retryAfterMs: number | null;

  constructor(message: string, fields: ErrorFields & { retryAfterMs: number | null }) {
    super(message, fields);
    this.retryAfterMs = fields.retryAfterMs;
  }
}

export interface ValidationIssue {
  type: string;
  /** Where the value is, such as `['body', 'confidence']`. */
  loc: (string | number)[];
  msg: string;
  input: unknown;
}

/** 422, or without a status before anything is sent: values that the service does not accept. */
export class ValidationError extends AgentMemoryError {
  readonly issues: ValidationIssue[];

  constructor(message: string, fields: ErrorFields & { issues: ValidationIssue[] }) {
    super(message, fields);
    this.issues = fields.issues;
  }
}

/** Characters. */
const MOST_TEXT = 1_000;
const UNAVAILABLE = new Set([408, 502, 503, 504]);

/** The error of a response that is not successful. Reads the body, and rejects when it breaks off. */
export async function errorOf(response: Response): Promise<AgentMemoryError> {
  return toError(response.status, await response.text(), response.headers);
}

function toError(status: number, text: string, headers: Headers): AgentMemoryError {
  const body = parse(text);
  // A proxy in between answers in HTML or plain text.
  const detail = body === undefined ? text.slice(0, MOST_TEXT) || null : detailOf(body);
  const { message, code, issues } = readDetail(body === undefined ? null : detail);
  const fields = { status, code, detail, requestId: headers.get('x-request-id') };
  const said = message ?? `The service answered ${status}`;
  if (status === 422 || issues !== null)
    return new ValidationError(said, { ...fields, issues: issues ?? [] });
  const waiting = { ...fields, retryAfterMs: retryAfterMs(headers) };
  if (status === 429) return new RateLimitedError(said, waiting);
  if (UNAVAILABLE.has(status)) return new UnavailableError(said, waiting);
  return new (classOf(status))(said, fields);
}

function classOf(status: number): typeof AgentMemoryError {
  switch (status) {
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    default:
      return AgentMemoryError;
  }
}

/** Undefined when the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailOf(body: unknown): unknown {
  return isObject(body) && 'detail' in body ? body.detail : body;
}

interface ReadDetail {
  message: string | null;
  code: string | null;
  issues: ValidationIssue[] | null;
}

/** The three shapes of an error: a string, `{error, message}`, or a list of validation issues. */
function readDetail(detail: unknown): ReadDetail {
  if (Array.isArray(detail)) {
    const issues = detail.filter(isObject) as unknown as ValidationIssue[];
    const parts = issues.map(({ loc, msg }) => `${Array.isArray(loc) ? loc.join('.') : 'request'}: ${msg}`);
    return { message: parts.join('; ') || null, code: null, issues };
  }
  if (isObject(detail)) {
    const { error, message } = detail;
    return {
      message: typeof message === 'string' ? message : null,
      code: typeof error === 'string' ? error : null,
      issues: null,
    };
  }
  return { message: typeof detail === 'string' ? detail : null, code: null, issues: null };
}

/** The `Retry-After` header, which is in seconds or a date; null without one. */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Why a request failed. `fetch` says only that it failed; its cause says why, such as a certificate. */
export function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const why = cause.message || code;
  return why === '' ? message : `${message} (${why})`;
}
