import type { IncomingMessage } from 'node:http';
import { isObject, propertyOf } from '../common/objects';

/** https://www.jsonrpc.org/specification#error_object */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** Reserved for servers. */
const SERVER_ERROR = -32_000;

/** Bytes of a body that are looked at although the service is too busy for the request. */
const MAX_GLANCE = 16_384;
/** Clients send the body right after the head, but in a packet of its own. */
const BODY_WAIT_MS = 500;

export function isMcpPath(path: string): boolean {
  return path === '/mcp' || path.startsWith('/mcp/');
}

/** An answer of HTTP. */
export interface RefusedMessage {
  status: number;
  body: unknown;
}

/** The answer to a message that did not become a JSON-RPC request. `detail`: of the error's body elsewhere. Never rejects. */
export async function refusedMessage(
  request: IncomingMessage,
  { status, body: { detail } }: { status: number; body: { detail: unknown } },
): Promise<RefusedMessage> {
  const message = messageOf(detail);
  const isBusy = status === 503 || status === 429;
  const call = isBusy ? await toolCallOf(request) : null;
  if (call !== null) return { status: 200, body: busyResult(call, message) };
  const error = { code: codeOf(status, detail), message };
  return { status: status === 422 ? 400 : status, body: { jsonrpc: '2.0', error, id: null } };
}

function messageOf(detail: unknown): string {
  const issue: unknown = Array.isArray(detail) ? detail[0] : null;
  const texts = [detail, propertyOf(detail, 'message'), propertyOf(issue, 'msg')];
  return texts.find((each): each is string => typeof each === 'string') ?? 'The request was refused';
}

function codeOf(status: number, detail: unknown): number {
  const issue: unknown = Array.isArray(detail) ? detail[0] : null;
  if (status === 400 || propertyOf(issue, 'type') === 'json_invalid') return PARSE_ERROR;
  return status === 422 ? INVALID_REQUEST : SERVER_ERROR;
}

/** The id of a `tools/call` whose small body comes right after its head; null otherwise. */
async function toolCallOf(request: IncomingMessage): Promise<string | number | null> {
  await smallBody(request);
  if (!request.complete || request.readableLength === 0 || request.readableLength > MAX_GLANCE) return null;
  try {
    const message: unknown = JSON.parse(String(request.read()));
    if (!isObject(message) || message.method !== 'tools/call') return null;
    const { id } = message;
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}

/** Resolves when the body is there, is not small, or does not come. */
function smallBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      request.off('readable', check).off('close', finish);
      resolve();
    };
    const check = (): void => {
      if (request.complete || request.destroyed || request.readableLength > MAX_GLANCE) finish();
    };
    const timer = setTimeout(finish, BODY_WAIT_MS);
    request.on('readable', check).on('close', finish);
    check();
  });
}

/** A model reads results, not the errors of HTTP. `resultType` is required since revision 2026-07-28. */
function busyResult(id: string | number, message: string) {
  const result = { content: [{ type: 'text', text: `${message}.` }], isError: true, resultType: 'complete' };
  return { jsonrpc: '2.0', id, result };
}
