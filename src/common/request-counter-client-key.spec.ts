import fc from 'fast-check';
import { clientKey } from './request-counter';

const group = fc.integer({ min: 0, max: 0xffff });
const groups = (count: number) => fc.array(group, { minLength: count, maxLength: count });
const hex = (values: readonly number[]) => values.map((value) => value.toString(16)).join(':');

/** The canonical text of an address, as a socket tells it. */
const shortened = (values: readonly number[]) => new URL(`http://[${hex(values)}]`).hostname.slice(1, -1);

describe('clientKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ])('of %s is %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it('is one key for what has no address any more', () => {
    expect(clientKey(undefined)).toBe('unknown');
  });

  it('is the same for all addresses of a /64, however they are written, and no other', () => {
    fc.assert(
      fc.property(groups(4), groups(4), groups(4), (network, one, other) => {
        fc.pre(network.some((value) => value !== 0));
        const key = clientKey(shortened([...network, ...one]));
        expect(clientKey(shortened([...network, ...other]))).toBe(key);
        expect(key).toBe(hex(network));
      }),
    );
  });
});
