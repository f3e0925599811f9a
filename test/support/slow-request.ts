import { request, type ClientRequest, type IncomingMessage } from 'node:http';

export interface SlowRequest {
  /** Sends the body, and returns the status and the new session token. */
  finish(body: string): Promise<{ status: number | undefined; token: string | string[] | undefined }>;
}

/** A JSON request that the service has admitted, while its body has not been sent. */
export async function beginRequest(url: string, token: string): Promise<SlowRequest> {
  const headers = { 'Content-Type': 'application/json', 'X-Session-Token': token, Expect: '100-continue' };
  const outgoing = request(url, { method: 'POST', headers, agent: false });
  outgoing.flushHeaders();
  await new Promise<void>((resolve, reject) => {
    outgoing.once('continue', resolve);
    outgoing.once('error', reject);
  });
  return { finish: (body) => finish(outgoing, body) };
}

function finish(outgoing: ClientRequest, body: string): ReturnType<SlowRequest['finish']> {
  return new Promise((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response: IncomingMessage) => {
      response.resume();
      resolve({ status: response.statusCode, token: response.headers['x-session-token'] });
    });
    outgoing.end(body);
  });
}
