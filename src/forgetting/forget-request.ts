import { toMetadataFilter } from '../common/metadata';
import { encodeTimeCursor, requestedTimeCursor, type TimeCursor } from '../common/time-cursor';
import { invalid } from '../common/validation-error';
import { nonEmpty } from '../recall/recall-request';
import type { FoundMemory } from './findings';
import type { ForgetRequest } from './forget.dto';
import type { Selector, TermsOf } from './selector';
import { isSearchable } from './spelling';

/** Ids of memories of other programs are no UUIDs. */
const ANY_ID = /^.{1,256}$/s;

/** Throws a ValidationError for a request that selects nothing, or that cannot be searched for. */
export function toSelector(request: ForgetRequest, termsOf: TermsOf): Selector {
  const selector: Selector = {
    about: request.about ?? null,
    query: request.query ?? null,
    ids: nonEmpty(request.ids),
    tags: nonEmpty(request.tags),
    scopes: nonEmpty(request.scopes),
    metadata: toMetadataFilter(request.metadata ?? {}),
    sources: nonEmpty(request.source),
    digests: null,
    also: request.also ?? [],
  };
  const { also: _, ...conditions } = selector;
  if (Object.values(conditions).every((condition) => condition === null)) {
    const wanted = 'about, query, ids, tags, scopes, metadata or source';
    throw invalid(['body'], `Value error, Give at least one of: ${wanted}`, null);
  }
  if (selector.about !== null && !isSearchable(selector.about)) {
    throw invalid(['body', 'about'], 'Value error, expected a name or an identifier', selector.about);
  }
  if (selector.query !== null && termsOf(selector.query).length === 0) {
    throw invalid(['body', 'query'], 'Value error, expected words', selector.query);
  }
  return selector;
}

/** Where the lists of a dry run go on; null for the beginning of a list. */
export interface FindingsCursor {
  certain: TimeCursor | null;
  unsure: TimeCursor | null;
}

/** Two cursors with a full stop between them. Throws a ValidationError for other texts. */
export function requestedFindings(text: string | null | undefined): FindingsCursor {
  const [certain = '', unsure = '', ...more] = (text ?? '.').split('.');
  if (more.length > 0) throw invalid(['body', 'cursor'], 'Value is not a cursor of this listing', text);
  const place = (part: string) => requestedTimeCursor(part === '' ? null : part, ANY_ID, 'body');
  return { certain: place(certain), unsure: place(unsure) };
}

export interface FindingsPage {
  items: FoundMemory[];
  /** Of the last item shown so far. */
  last: string;
  hasMore: boolean;
}

/** The part of a list after a cursor, oldest first. */
export function pageOfFindings(
  found: readonly FoundMemory[],
  after: TimeCursor | null,
  limit: number,
): FindingsPage {
  const ordered = [...found].sort((one, other) => order(placeOf(one), placeOf(other)));
  const later = after === null ? ordered : ordered.filter((each) => order(placeOf(each), after) > 0);
  const items = later.slice(0, limit);
  const last = items.at(-1);
  const place = last === undefined ? after : placeOf(last);
  return { items, last: place === null ? '' : encodeTimeCursor(place), hasMore: later.length > limit };
}

function placeOf({ memory }: FoundMemory): TimeCursor {
  return { time: memory.createdAt, id: memory.id };
}

function order(one: TimeCursor, other: TimeCursor): number {
  return one.time.getTime() - other.time.getTime() || (one.id < other.id ? -1 : Number(one.id > other.id));
}
