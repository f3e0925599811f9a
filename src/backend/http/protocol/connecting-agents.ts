import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Beyond it a host that does not answer at all is given up, however long the call itself may take. */
const CONNECT_TIMEOUT_MS = 10_000;

type Connected = Parameters<HttpAgent['createConnection']>[1];

class ConnectingHttpAgent extends HttpAgent {
  override createConnection(options: object, callback: Connected): Duplex | null | undefined {
    return inTime(super.createConnection(options, callback), 'connect');
  }
}

class ConnectingHttpsAgent extends HttpsAgent {
  override createConnection(options: object, callback: Connected): Duplex | null | undefined {
    return inTime(super.createConnection(options, callback), 'secureConnect');
  }
}

/** Connections are kept for the next call; there are never more than `maxSockets`. */
export function connectingAgents(maxSockets: number): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  const options: AgentOptions = { keepAlive: true, maxSockets, maxFreeSockets: maxSockets };
  return { httpAgent: new ConnectingHttpAgent(options), httpsAgent: new ConnectingHttpsAgent(options) };
}

function inTime(socket: Duplex | null | undefined, connected: string): Duplex | null | undefined {
  if (!socket) return socket;
  const giveUp = () => socket.destroy(Object.assign(new Error('No connection'), { code: 'ECONNECTTIMEOUT' }));
  const timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
  for (const event of [connected, 'close']) socket.once(event, () => clearTimeout(timer));
  return socket;
}
