import type { AddressInfo } from 'node:net';
import { PACKAGE } from './config/package';

/** What is printed when the service listens: where, and the two calls to try first. */
export function greeting(address: AddressInfo): string {
  const url = reachableUrl(address);
  return `
${PACKAGE.name} ${PACKAGE.version} is listening on ${url}
Documentation: ${url}/docs

Try first:
  curl -X POST ${url}/api/v2/agents -H 'Content-Type: application/json' -d '{"agent_id": "demo"}'
  curl -X POST ${url}/api/v2/agents/demo/activate

`;
}

/** What a client on this machine can use, also when all addresses are listened on. */
export function reachableUrl(address: AddressInfo): string {
  return `http://${reachableHost(address)}:${address.port}`;
}

function reachableHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1';
  return family === 'IPv6' ? `[${address}]` : address;
}
