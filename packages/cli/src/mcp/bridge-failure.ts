import { type JSONRPCMessage, type JSONRPCRequest, SdkHttpError } from '@modelcontextprotocol/client';
import { StartFailure } from '../local-service.ts';

/** Reserved for servers: https://www.jsonrpc.org/specification#error_object */
const SERVER_ERROR = -32_000;

export class NoAnswerInTime extends Error {}

/** The answer to a request that failed. A model reads the results of its tool calls, not the errors of the protocol. */
export function failureAnswer({ id, method }: JSONRPCRequest, message: string): JSONRPCMessage {
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, error: { code: SERVER_ERROR, message } };
  // `resultType` is required since revision 2026-07-28.
  const result = {
    content: [{ type: 'text', text: message }],
    isError: true,
    resultType: 'complete' as const,
  };
  return { jsonrpc: '2.0', id, result };
}

/** Explains an error in one sentence that says what to do. */
export function explain(error: unknown, { base, key }: { base: URL; key: string | null }): string {
  const service = `the memory service at ${base.origin}`;
  if (error instanceof StartFailure) return error.message;
  if (error instanceof SdkHttpError) return refusal(error, service, key);
  if (!(error instanceof Error)) return `A call of ${service} failed: ${String(error)}.`;
  if (error instanceof NoAnswerInTime) {
    return `No answer came from ${service} in time: a write may still have been carried out, so look before you repeat it.`;
  }
  if (error.name === 'TypeError') {
    return `No answer from ${service} (${causeOf(error)}): start it with \`agent-memory start\`, or set AGENT_MEMORY_URL to its address.`;
  }
  return `A call of ${service} failed: ${error.message}.`;
}

function refusal(error: SdkHttpError, service: string, key: string | null): string {
  const { status, text } = error.data as { status: number; text?: string };
  const said = saidIn(text ?? '');
  if (status === 401) {
    const remedy =
      key === null
        ? 'set AGENT_MEMORY_KEY to a key for this agent, and AGENT_MEMORY_URL to this address'
        : 'set another AGENT_MEMORY_KEY';
    return `A key is needed by ${service}, or it does not know the one it got: ${remedy}.`;
  }
  if (said !== null) return `${said.replace(/\.$/, '')} (HTTP ${status} of ${service}).`;
  return `There is no MCP endpoint of ${service} (HTTP ${status}): set AGENT_MEMORY_URL to the address of an agent memory service, without a path.`;
}

/** The message of a JSON-RPC error, if the body is one. */
function saidIn(text: string): string | null {
  try {
    const message = (JSON.parse(text) as { error?: { message?: unknown } } | null)?.error?.message;
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}

function causeOf({ cause, message }: Error): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : message;
}
