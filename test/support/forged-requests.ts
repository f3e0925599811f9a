/** A value of a header, with whether it may come with a genuine loopback request; null is its absence. */
export type JudgedValue = readonly [value: string | null, genuine: boolean];
export type Judged = readonly JudgedValue[];

export const HOSTS: Judged = [
  ['localhost', true],
  ['LOCALHOST:8000', true],
  ['127.0.0.1', true],
  ['127.200.3.4:1', true],
  ['[::1]', true],
  ['[::1]:65535', true],
  ['[::ffff:127.0.0.1]:80', true],
  ['[::ffff:7f00:1]', true],
  ['', false],
  ['evil.example', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.nip.example', false],
  ['localhost.', false],
  ['127.0.0.1.', false],
  ['evil.example.', false],
  ['localhost:', false],
  ['localhost:0x50', false],
  ['localhost:65536', false],
  ['localhost:80:80', false],
  ['2130706433', false],
  ['0x7f000001', false],
  ['017700000001', false],
  ['0177.0.0.1', false],
  ['0x7f.0.0.1', false],
  ['127.000.000.001', false],
  ['127.1', false],
  ['0.0.0.0', false],
  ['0', false],
  ['[::]', false],
  ['[::ffff:192.0.2.1]', false],
  ['[::ffff:0.0.0.0]', false],
  ['[::127.0.0.1]', false],
  ['[::1%25lo]', false],
  ['::1', false],
  ['192.0.2.1', false],
  ['user@localhost', false],
  ['localhost@evil.example', false],
  ['localhost, evil.example', false],
  ['localhost evil.example', false],
  ['localhost#.evil.example', false],
  ['localhost/.evil.example', false],
  ['loc\u00e1lhost', false],
];

export const ORIGINS: Judged = [
  [null, true],
  ['http://localhost:3000', true],
  ['https://127.0.0.1', true],
  ['http://[::1]:8000', true],
  ['', false],
  ['null', false],
  ['https://evil.example', false],
  ['http://localhost.evil.example', false],
  ['http://localhost.', false],
  ['http://localhost@evil.example', false],
  ['http://localhost:3000/', false],
  ['http://2130706433', false],
  ['http://0177.0.0.1', false],
  ['http://0.0.0.0:8000', false],
  ['http://192.0.2.1', false],
  ['http://localhost, https://evil.example', false],
  ['http://localhost https://evil.example', false],
  ['file://', false],
  ['chrome-extension://localhost', false],
  ['localhost', false],
];

export const SITES: Judged = [
  [null, true],
  ['none', true],
  ['same-origin', true],
  ['same-site', false],
  ['cross-site', false],
  ['Cross-Site', false],
  ['none, cross-site', false],
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
