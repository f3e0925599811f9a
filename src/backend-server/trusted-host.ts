import { isIP } from 'node:net';

const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+?)\.?)(?::\d{1,5})?$/i;
/** Names that the public name system does not give away. */
const INTERNAL = /\.(internal|local|localhost)$/i;

/**
 * Whether a `Host` header is one under which no page of elsewhere can have come here. A page of a name that its owner
 * points at this machine (DNS rebinding) has that very name in the header: it is neither an address, nor a name without
 * a dot, nor one of an internal zone.
 */
export function isTrustedHost(host: string): boolean {
  const parts = AUTHORITY.exec(host);
  if (parts === null) return false;
  const [, address, name] = parts;
  if (address !== undefined) return isIP(address) === 6;
  return name !== undefined && (isIP(name) === 4 || !name.includes('.') || INTERNAL.test(name));
}
