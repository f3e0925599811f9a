import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that the internet does not route to (IANA's special-purpose registries), and IPv4 within IPv6 by translation. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');

/** All that is routed of IPv6. What is not in it is private. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function isPublicAddress(address: string): boolean {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  switch (isIP(address)) {
    case 4:
      return !PRIVATE.check(address, 'ipv4');
    case 6:
      return GLOBAL.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The address that the host of a URL is; null for a name. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

export class PrivateAddress extends Error {
  constructor() {
    super('the address is in a private network');
  }
}

/**
 * Looks up a name for a connection, and gives no address of a private network. The connection is made to the addresses that
 * were checked, so a name that changes in between leads nowhere else. One private address among others refuses all.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(
    hostname,
    { ...options, all: true },
    (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddress(), '', 0);
      if (options.all === true) return callback(null, found);
      callback(null, first.address, first.family);
    },
  );
};
