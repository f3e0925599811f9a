import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { isLoopbackAddress } from './access/loopback';
import { managementCredential } from './access/credentials';
import { readDatabaseUrl, serverPlace } from './config/database-url';
import type { Env } from './config/env';
import { PACKAGE } from './config/package';

/** Printed in a terminal when the service listens: where, where its data is, what to do next, and what needs an action. */
export function greeting(address: AddressInfo, env: Env): string {
  const url = reachableUrl(address);
  const create = `curl -X POST ${url}/api/v2/agents -H 'Content-Type: application/json' -d '{"agent_id": "demo"}'`;
  const isOpen = !isLoopbackAddress(address.address);
  return `
${PACKAGE.name} ${PACKAGE.version} is listening on ${url}
Data: ${dataPlace(env)}
Next: ${create}
${isOpen && managementCredential(env) === null ? ONLY_LOCAL : ''}
`;
}

const ONLY_LOCAL =
  'Warning: agents can be managed only from this machine, since SERVICE_SECRET_KEY is not set. ' +
  'To manage them from elsewhere, set it to a secret of 32 characters or more\n';

/** Without user names, passwords and parameters of URLs. */
function dataPlace({ DATABASE_URL, DATA_DIR, BACKEND_MODE, BACKEND_URL }: Env): string {
  const own = DATABASE_URL === null ? resolve(DATA_DIR) : `database ${databaseName(DATABASE_URL)}`;
  return BACKEND_MODE === 'embedded' ? own : `memories in the backend at ${placeOf(BACKEND_URL)}; ${own}`;
}

function databaseName(text: string): string {
  const { url, servers } = readDatabaseUrl(text) ?? { url: text, servers: [] };
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const one = new URL(url).host || new URL(url).searchParams.get('host');
  const hosts = servers.length > 0 ? servers.map(serverPlace).join(', ') : one;
  return hosts ? `${name} on ${hosts}` : name;
}

function placeOf(url: string | null): string {
  return url === null ? 'BACKEND_URL' : new URL(url).origin;
}

/** The URL for clients on this machine, also when the service listens on all addresses. */
export function reachableUrl(address: AddressInfo): string {
  return `http://${reachableHost(address)}:${address.port}`;
}

function reachableHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return family === 'IPv6' ? `[${address}]` : address;
}
