import dns from 'node:dns';
import { Agent, get } from 'node:http';
import { isPublicAddress, literalAddress, lookupPublic, PrivateAddress } from './public-address';

type Found = (error: null, found: dns.LookupAddress[]) => void;

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.255.255',
  '192.167.1.1',
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

it.each([
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  'localhost',
  '',
])('%s is private', (address) => expect(isPublicAddress(address)).toBe(false));

it.each([
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://example.com/', null],
])('the host of %s is the address %s', (url, address) => expect(literalAddress(new URL(url))).toBe(address));

it.each([true, false])('a name of this machine has no public address (all: %s)', async (all) => {
  const error = await new Promise((resolve) => lookupPublic('localhost', { all }, resolve));
  expect(error).toBeInstanceOf(PrivateAddress);
});

it('a connection goes to the address that was checked, also where the name has changed since', async () => {
  const answers = ['192.0.9.1', '127.0.0.1'];
  const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: object,
    done: Found,
  ) => {
    setImmediate(() => done(null, [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]));
  }) as never);
  const agent = new Agent({ lookup: lookupPublic });
  const connected = await new Promise((resolve, reject) => {
    const outgoing = get('http://rebinding.example/', { agent });
    outgoing.on('error', reject);
    outgoing.on('socket', (socket) =>
      socket.once('lookup', (_error, address) => {
        outgoing.off('error', reject).on('error', () => undefined);
        outgoing.destroy();
        resolve(address);
      }),
    );
  });
  expect(connected).toBe('192.0.9.1');
  expect(lookup).toHaveBeenCalledTimes(1);
  // The next call looks it up again, and is refused.
  const refused = new Promise((_, reject) => get('http://rebinding.example/', { agent }).on('error', reject));
  await expect(refused).rejects.toBeInstanceOf(PrivateAddress);
  lookup.mockRestore();
});

it('one private address among public ones refuses the name', async () => {
  const found = [
    { address: '192.0.9.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const lookup = jest
    .spyOn(dns, 'lookup')
    .mockImplementation(((_name: string, _options: object, done: Found) => done(null, found)) as never);
  const error = await new Promise((resolve) => lookupPublic('mixed.example', { all: true }, resolve));
  expect(error).toBeInstanceOf(PrivateAddress);
  lookup.mockRestore();
});
