import type { ServerResponse } from 'node:http';

const HEADER = 'X-Ignored-Fields';
const SEPARATOR = ', ';
const MAX_NAMES = 10;
const MAX_NAME = 64;
const MAX_HEADER = 200;

/** Adds names of parameters and fields that the request does not have to a header of the response. */
export function nameIgnoredFields(response: ServerResponse, names: Iterable<string>): void {
  if (response.headersSent) return;
  const before = response.getHeader(HEADER) as string | undefined;
  response.setHeader(HEADER, ignoredFieldsHeader([...(before?.split(SEPARATOR) ?? []), ...names]));
}

/** The first ten names, whole ones, as long as there is room for them. Characters that a header may not hold become `_`. */
export function ignoredFieldsHeader(names: Iterable<string>): string {
  let header = '';
  let count = 0;
  for (const name of names) {
    if (++count > MAX_NAMES) break;
    const safe = name.slice(0, MAX_NAME).replace(/[^\w.-]/g, '_') || '_';
    const longer = header === '' ? safe : `${header}${SEPARATOR}${safe}`;
    if (longer.length > MAX_HEADER) break;
    header = longer;
  }
  return header;
}
