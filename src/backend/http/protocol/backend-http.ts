import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import type { BackendOptions } from './backend-options';

const MAX_ANSWER_BYTES = 64 * 1_024 * 1_024;
const MAX_BODY_BYTES = 32 * 1_024 * 1_024;
/** For calls outside the concurrency limit: pings and runs. */
const SPARE_SOCKETS = 8;

/** An HTTP client for the backend alone: it follows no redirect, and ignores proxies of the environment. */
export function backendHttp({ url, apiKey, bulkhead }: BackendOptions): HttpService {
  return new HttpService(
    axios.create({
      ...connectingAgents(bulkhead.concurrency + SPARE_SOCKETS),
      baseURL: url,
      headers: { accept: 'application/json', ...(apiKey !== null && { 'x-api-key': apiKey }) },
      maxRedirects: 0,
      proxy: false,
      maxContentLength: MAX_ANSWER_BYTES,
      maxBodyLength: MAX_BODY_BYTES,
      responseType: 'text',
      transformResponse: (body: unknown) => body,
      validateStatus: () => true,
    }),
  );
}

/** The limit for opening a connection, however long the call itself may take. */
const CONNECT_TIMEOUT_MS = 10_000;

type Connected = Parameters<HttpAgent['createConnection']>[1];

class ConnectingHttpAgent extends HttpAgent {
  override createConnection(options: object, callback: Connected): Duplex | null | undefined {
    return withConnectTimeout(super.createConnection(options, callback), 'connect');
  }
}

class ConnectingHttpsAgent extends HttpsAgent {
  override createConnection(options: object, callback: Connected): Duplex | null | undefined {
    return withConnectTimeout(super.createConnection(options, callback), 'secureConnect');
  }
}

/** Keep-alive agents with at most `maxSockets` connections. */
function connectingAgents(maxSockets: number): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const options: AgentOptions = { keepAlive: true, maxSockets, maxFreeSockets: maxSockets };
  return { httpAgent: new ConnectingHttpAgent(options), httpsAgent: new ConnectingHttpsAgent(options) };
}

function withConnectTimeout(socket: Duplex | null | undefined, connected: string): Duplex | null | undefined {
  if (!socket) return socket;
  const giveUp = () => socket.destroy(Object.assign(new Error('No connection'), { code: 'ECONNECTTIMEOUT' }));
  const timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
  for (const event of [connected, 'close']) socket.once(event, () => clearTimeout(timer));
  return socket;
}
