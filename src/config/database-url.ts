/** A server of `DATABASE_URL`. */
export interface DatabaseHostAddress {
  host: string;
  port: number;
}

/** Which servers the service may use, in the words of libpq. `read-write` refuses a primary that only reads. */
export type SessionAttributes = 'any' | 'primary' | 'read-write';

export interface DatabaseAddress {
  /** The URL with the first server alone, and without `target_session_attrs`: what `pg` understands. */
  url: string;
  servers: readonly DatabaseHostAddress[];
  attributes: SessionAttributes;
}

const DEFAULT_PORT = 5432;
const ATTRIBUTES: ReadonlySet<string> = new Set(['any', 'primary', 'read-write']);
const LIST_PARAMETERS = ['host', 'port', 'target_session_attrs'] as const;

/**
 * Reads a URL that may name several servers, as libpq does
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS). Several without
 * `target_session_attrs` mean `read-write`, since the service must write. Null if it cannot be read.
 */
export function readDatabaseUrl(text: string): DatabaseAddress | null {
  const parts = partsOf(text);
  if (parts === null) return null;
  const parameters = new URLSearchParams(queryOf(parts.after));
  const given = parameters.get('target_session_attrs');
  if (given !== null && !ATTRIBUTES.has(given)) return null;
  const names = parameters.get('host');
  const isList = parts.authority.includes(',') || (names ?? '').includes(',');
  if (!isList) return single(text, given as SessionAttributes | null);
  const servers = names === null ? readAuthority(parts.authority) : readLists(names, parameters.get('port'));
  return several(parts, servers ?? [], given as SessionAttributes | null);
}

function several(
  { before, after }: UrlParts,
  servers: readonly DatabaseHostAddress[],
  given: SessionAttributes | null,
): DatabaseAddress | null {
  const [first] = servers;
  if (first === undefined) return null;
  const url = without(LIST_PARAMETERS, `${before}${serverPlace(first)}${after}`);
  return url === null ? null : { url, servers, attributes: given ?? 'read-write' };
}

/** One server; the URL may name a socket that only `pg` understands. */
function single(text: string, given: SessionAttributes | null): DatabaseAddress | null {
  const url = given === null ? text : without(['target_session_attrs'], text);
  return url === null ? null : { url, servers: [], attributes: given ?? 'any' };
}

/** What stands before the servers in a URL, they, and the rest. */
interface UrlParts {
  before: string;
  authority: string;
  after: string;
}

function partsOf(text: string): UrlParts | null {
  const start = text.indexOf('://') + 3;
  if (start < 3) return null;
  const rest = text.slice(start);
  const end = rest.search(/[/?#]/);
  const place = end === -1 ? rest : rest.slice(0, end);
  const at = place.lastIndexOf('@') + 1;
  return {
    before: text.slice(0, start) + place.slice(0, at),
    authority: place.slice(at),
    after: end === -1 ? '' : rest.slice(end),
  };
}

function queryOf(after: string): string {
  const [beforeHash = ''] = after.split('#', 1);
  return beforeHash.split('?').slice(1).join('?');
}

function without(names: readonly string[], text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  for (const name of names) url.searchParams.delete(name);
  return url.href;
}

/** `h1:5432,h2,[::1]:5433` */
function readAuthority(authority: string): DatabaseHostAddress[] | null {
  const servers = authority.split(',').map((each) => {
    const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/.exec(each) ?? [];
    return host === undefined ? null : serverOf(host, port);
  });
  return allOf(servers);
}

/** `host=h1,h2&port=5432,5433`; one port is that of all. */
function readLists(hosts: string, ports: string | null): DatabaseHostAddress[] | null {
  const names = hosts.split(',');
  const numbers = ports === null ? [] : ports.split(',');
  if (numbers.length > 1 && numbers.length !== names.length) return null;
  return allOf(
    names.map((name, index) =>
      /^[^\s/]+$/.test(name) ? serverOf(name, numbers[index] ?? numbers[0]) : null,
    ),
  );
}

function serverOf(host: string, port: string | undefined): DatabaseHostAddress | null {
  const number = port === undefined || port === '' ? DEFAULT_PORT : Number(port);
  if (!(number >= 1 && number <= 65_535)) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}

function allOf(servers: (DatabaseHostAddress | null)[]): DatabaseHostAddress[] | null {
  const found = servers.filter((each) => each !== null);
  return found.length === servers.length ? found : null;
}

/** The server as a part of a URL. */
export function serverPlace({ host, port }: DatabaseHostAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
