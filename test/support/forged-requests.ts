/** A value of a header, with whether it may come with a genuine loopback request; null is its absence. */
export type JudgedValue = readonly [value: string | null, genuine: boolean];
export type Judged = readonly JudgedValue[];

/** Values with a verdict, from lists that are separated by bars. */
const judged = (genuine: string, forged: string): JudgedValue[] => [
  ...genuine.split('|').map((value): JudgedValue => [value, true]),
  ...forged.split('|').map((value): JudgedValue => [value, false]),
];

export const HOSTS: Judged = judged(
  'localhost|LOCALHOST:8000|127.0.0.1|127.200.3.4:1|[::1]|[::1]:65535|[::ffff:127.0.0.1]:80|[::ffff:7f00:1]',
  '|evil.example|localhost.evil.example|127.0.0.1.nip.example|localhost.|127.0.0.1.|evil.example.|localhost:|' +
    'localhost:0x50|localhost:65536|localhost:80:80|2130706433|0x7f000001|017700000001|0177.0.0.1|0x7f.0.0.1|' +
    '127.000.000.001|127.1|0.0.0.0|0|[::]|[::ffff:192.0.2.1]|[::ffff:0.0.0.0]|[::127.0.0.1]|[::1%25lo]|::1|' +
    '192.0.2.1|user@localhost|localhost@evil.example|localhost, evil.example|localhost evil.example|' +
    'localhost#.evil.example|localhost/.evil.example|loc\u00e1lhost',
);

export const ORIGINS: Judged = [
  [null, true],
  ...judged(
    'http://localhost:3000|https://127.0.0.1|http://[::1]:8000',
    '|null|https://evil.example|http://localhost.evil.example|http://localhost.|http://localhost@evil.example|' +
      'http://localhost:3000/|http://2130706433|http://0177.0.0.1|http://0.0.0.0:8000|http://192.0.2.1|' +
      'http://localhost, https://evil.example|http://localhost https://evil.example|file://|' +
      'chrome-extension://localhost|localhost',
  ),
];

export const SITES: Judged = [
  [null, true],
  ...judged('none|same-origin', 'same-site|cross-site|Cross-Site|none, cross-site'),
];

export const FORWARDING: Judged = [
  [null, true],
  ['X-Forwarded-For: 127.0.0.1', false],
  ['X-Forwarded-For: ::1, 127.0.0.1', false],
  ['X-Real-IP: 127.0.0.1', false],
  ['Forwarded: for="[::1]"', false],
];

/** Of each header one value: host, origin, site, forwarding. */
export function combinationsWith(host: JudgedValue): Judged[] {
  return ORIGINS.flatMap((origin) =>
    SITES.flatMap((site) => FORWARDING.map((forwarding) => [host, origin, site, forwarding])),
  );
}

/** Of a combination, by the interface: an Origin that is there decides, and Sec-Fetch-Site where there is none. */
export function isGenuine(judged: Judged): boolean {
  const [host, origin, site, forwarding] = judged.map(([, genuine]) => genuine);
  const page = judged[1]?.[0] === null ? site : origin;
  return Boolean(host && page && forwarding);
}

/** The header lines of a combination. */
export function linesOf([host, origin, site, forwarding]: Judged): string[] {
  const named = [
    ['Host', host?.[0]],
    ['Origin', origin?.[0]],
    ['Sec-Fetch-Site', site?.[0]],
  ];
  const lines = named.flatMap(([name, value]) => (value == null ? [] : [`${name}: ${value}`]));
  return forwarding?.[0] == null ? lines : [...lines, forwarding[0]];
}
