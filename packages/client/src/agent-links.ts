import { type AgentCalls, type Instant, splitOptions } from './agent-calls.ts';
import type { CallOptions } from './deadline.ts';
import { pathOf } from './transport.ts';
import type { LinkResponse, LinkRow, LinksResponse, UndoLinksResponse } from './schemas.ts';

/** The applied links to take back. */
export interface LinkSpan extends CallOptions {
  /** Made from here on. */
  since?: Instant;
  /** Made before. */
  until?: Instant;
  foundBy?: LinkRow['foundBy'];
}

export interface ListLinksOptions extends LinkSpan {
  state?: LinkRow['state'];
  kind?: LinkRow['kind'];
  /** One of the two memories. */
  memoryId?: string;
  /** 1 to 100, default 20. */
  limit?: number;
  /** The `nextCursor` of the page before. */
  cursor?: string;
}

/** Which memories of an agent replace, contradict or repeat others. */
export class AgentLinks {
  private readonly calls: AgentCalls;

  constructor(calls: AgentCalls) {
    this.calls = calls;
  }

  /** A page, newest first. */
  list(options: ListLinksOptions = {}): Promise<LinksResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.read({ method: 'GET', path: '/links', query: withTexts(fields) }, call);
  }

  /** Closes the older memory of a link in favour of the newer one. */
  apply(linkId: string, options: CallOptions = {}): Promise<LinkResponse> {
    return this.calls.write({ method: 'POST', path: pathOf`/links/${linkId}/apply` }, options);
  }

  /** Rejects a link. The older memory of an applied one is again as it was, unless it was changed since. */
  reject(linkId: string, options: CallOptions = {}): Promise<LinkResponse> {
    return this.calls.write({ method: 'POST', path: pathOf`/links/${linkId}/reject` }, options);
  }

  /** Rejects the applied links of a span, at most 1,000 in a call; `hasMore` says whether to call again. */
  undo(options: LinkSpan = {}): Promise<UndoLinksResponse> {
    const { fields, call } = splitOptions(options);
    return this.calls.write({ method: 'POST', path: '/links/undo', body: withTexts(fields) }, call);
  }
}

function withTexts<Fields extends LinkSpan>({ since, until, ...rest }: Fields) {
  return { ...rest, ...(since && { since: textOf(since) }), ...(until && { until: textOf(until) }) };
}

function textOf(time: Instant): string {
  return typeof time === 'string' ? time : time.toISOString();
}
