/** HTTP statuses by error code of the protocol. */
const STATUSES = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  namespace_not_found: 404,
  job_not_found: 404,
  upload_not_found: 404,
  namespace_exists: 409,
  file_too_large: 413,
  unsupported_file: 415,
  no_model: 501,
} as const;

type ProtocolErrorCode = keyof typeof STATUSES;

/** An expected failure of a call. Clients see its code and message. */
export class ProtocolError extends Error {
  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
  ) {
    super(message);
    this.name = 'ProtocolError';
  }

  get status(): number {
    return STATUSES[this.code];
  }
}

export function namespaceNotFound(name: string): ProtocolError {
  return new ProtocolError('namespace_not_found', `Namespace '${name}' does not exist`);
}
