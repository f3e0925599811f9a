import type { IncomingMessage, ServerResponse } from 'node:http';

/** Stands for a body of a media type that is not read here, so that it is not taken for no body. */
export class UnreadBody {}

/** Stands for a JSON body until a handler asks for it, after all guards: a refused request's body is never read. */
export class PendingBody {
  constructor(
    readonly read: () => Promise<unknown>,
    /** Called with the names of fields that the request does not have. */
    readonly reportIgnored: (names: ReadonlySet<string>) => void,
  ) {}
}

/** Whether a request announces a body, which may be empty when it comes in chunks. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
}

/** Sends `100 Continue` to a client that waits for it. Call it right before the body is read. */
export function inviteBody(request: IncomingMessage, response: ServerResponse): void {
  const isWaiting = request.headers.expect !== undefined && request.httpVersion === '1.1';
  if (isWaiting && !request.complete && !response.headersSent) response.writeContinue();
}
