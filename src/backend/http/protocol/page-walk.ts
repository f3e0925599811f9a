import type { RemoteDocument } from '../../document';
import type { Page } from './read-answers';

/** A page; null if the namespace does not exist. */
export type FetchPage = (token: string | null, signal: AbortSignal) => Promise<Page | null>;

export interface WalkLimits {
  pages: number;
  /** Consecutive. */
  emptyPages: number;
  /** How many of the last ids are remembered. */
  ids: number;
}

export const WALK_LIMITS: WalkLimits = { pages: 100_000, emptyPages: 100, ids: 200_000 };

/** The server repeats pages, or sends too many. */
export class EndlessPages extends Error {}

/** Every document once; reads one page ahead. Throws `EndlessPages` if the server repeats itself. */
export async function* walkPages(fetch: FetchPage, limits: WalkLimits): AsyncIterable<RemoteDocument[]> {
  const guard = new WalkGuard(limits);
  const controller = new AbortController();
  const begin = (token: string | null): Promise<Page | null> => {
    const page = fetch(token, controller.signal);
    // Awaiting it throws the error; a page that is never read must not crash the process.
    page.catch(() => undefined);
    return page;
  };
  try {
    let page = await begin(null);
    while (page !== null) {
      const documents = guard.newOf(page);
      const next = page.next === null ? null : begin(page.next);
      if (documents.length > 0) yield documents;
      page = await next;
    }
  } finally {
    controller.abort();
  }
}

class WalkGuard {
  private readonly tokens = new Set<string>();
  /** The last ids, oldest first; a set keeps the order of insertion. */
  private readonly ids = new Set<string>();
  private empty = 0;
  /** Pages with new documents, and consecutive pages without. */
  private fruitful = 0;
  private stale = 0;

  constructor(private readonly limits: WalkLimits) {}

  /** The documents of a page that no earlier page had. */
  newOf({ documents, next }: Page): RemoteDocument[] {
    const fresh = documents.filter(({ id }) => this.isNew(id));
    if (next === null) return fresh;
    if (this.tokens.has(next)) throw new EndlessPages('a page starts where an earlier one did');
    this.tokens.add(next);
    if (this.tokens.size >= this.limits.pages) throw new EndlessPages('there are too many pages');
    this.empty = documents.length === 0 ? this.empty + 1 : 0;
    if (this.empty >= this.limits.emptyPages) throw new EndlessPages('too many pages are empty');
    if (fresh.length > 0) this.fruitful++;
    this.stale = fresh.length === 0 && documents.length > 0 ? this.stale + 1 : 0;
    // Documents that were replaced meanwhile may appear again at the end, at most as many as there were.
    if (this.stale > this.fruitful) throw new EndlessPages('pages have nothing new');
    return fresh;
  }

  private isNew(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > this.limits.ids && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}
