import type { RemoteDocument } from './backend-api';
import { RecentSet } from './recent-set';
import type { Page } from './read-documents';

/** A page, or null where the namespace is missing. */
export type FetchPage = (token: string | null, signal: AbortSignal) => Promise<Page | null>;

export interface WalkLimits {
  /** Fetched at a time, where the server says where pages start. */
  atATime: number;
  pages: number;
  /** In a row. */
  emptyPages: number;
  /** Ids that are known again. */
  ids: number;
}

export const WALK_LIMITS: WalkLimits = { atATime: 8, pages: 100_000, emptyPages: 100, ids: 200_000 };

interface Flight {
  token: string | null;
  page: Promise<Page | null>;
}

/** The pages of a listing do not end. */
export class EndlessPages extends Error {}

/**
 * Every document once, page by page: the next ones are fetched while one is read. Throws `EndlessPages` for a server
 * that repeats itself. Whoever stops reading stops the fetching.
 */
export async function* walkPages(fetch: FetchPage, limits: WalkLimits): AsyncIterable<RemoteDocument[]> {
  const guard = new WalkGuard(limits);
  const flights = new Flights(fetch, limits.atATime);
  try {
    flights.expect([null]);
    for (let page = await flights.next(); page !== null; page = await flights.next()) {
      const documents = guard.newOf(page);
      if (page.next !== null) flights.expect(page.ahead);
      if (documents.length > 0) yield documents;
      if (page.next === null) return;
    }
  } finally {
    flights.stop();
  }
}

/** Pages under way, in order. */
class Flights {
  private readonly controller = new AbortController();
  private readonly flights: Flight[] = [];

  constructor(
    private readonly fetch: FetchPage,
    private readonly atATime: number,
  ) {}

  /** The pages that come next, as the last one says. What is under way already and is not among them is left. */
  expect(tokens: readonly (string | null)[]): void {
    const wrong = this.flights.findIndex(
      ({ token }, index) => index < tokens.length && token !== tokens[index],
    );
    // Documents came or went meanwhile: pages that were fetched ahead may leave a gap after the last one.
    if (wrong !== -1) this.flights.length = wrong;
    for (const token of tokens.slice(this.flights.length, this.atATime)) this.flights.push(this.start(token));
  }

  async next(): Promise<Page | null> {
    return (await this.flights.shift()?.page) ?? null;
  }

  stop(): void {
    this.controller.abort();
  }

  private start(token: string | null): Flight {
    const page = this.fetch(token, this.controller.signal);
    // It is thrown where the page is awaited, which may be never.
    page.catch(() => undefined);
    return { token, page };
  }
}

/** Notices a server that goes round in circles. */
class WalkGuard {
  private readonly tokens = new Set<string>();
  private readonly ids: RecentSet<string>;
  private empty = 0;
  /** Pages with something new, and those without in a row. */
  private fruitful = 0;
  private stale = 0;

  constructor(private readonly limits: WalkLimits) {
    this.ids = new RecentSet(limits.ids);
  }

  /** The documents of a page that no earlier page had. */
  newOf({ documents, next }: Page): RemoteDocument[] {
    const fresh = documents.filter(({ id }) => this.ids.add(id));
    if (next === null) return fresh;
    if (this.tokens.has(next)) throw new EndlessPages('a page starts where an earlier one did');
    this.tokens.add(next);
    if (this.tokens.size >= this.limits.pages) throw new EndlessPages('there are too many pages');
    this.empty = documents.length === 0 ? this.empty + 1 : 0;
    if (this.empty >= this.limits.emptyPages) throw new EndlessPages('too many pages are empty');
    if (fresh.length > 0) this.fruitful++;
    this.stale = fresh.length === 0 && documents.length > 0 ? this.stale + 1 : 0;
    // What was replaced since it was read may stand at the end once more, but no more of it than there is.
    if (this.stale > this.fruitful) throw new EndlessPages('pages have nothing new');
    return fresh;
  }
}
