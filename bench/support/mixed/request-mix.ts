import { randomInteger, type Random } from '../random';
import type { TextSource } from './text-source';
import type { WireRequest } from './wire-connection';

export const MIXED_KINDS = ['recall', 'remember', 'listing'] as const;
export type MixedKind = (typeof MIXED_KINDS)[number];

export interface MixedRequest extends WireRequest {
  kind: MixedKind;
}

/** An agent with a live session. */
export interface LoadedAgent {
  /** Such as `/api/v2/agents/my-agent`. */
  path: string;
  token: string;
}

/** When the memories that lie there were made; milliseconds since 1970. */
export interface TimeSpan {
  from: number;
  until: number;
}

const RECALLS = 0.7;
const REMEMBERS = 0.2;
export const RECALL_LIMIT = 10;
export const LISTING_LIMIT = 10;
/** Of `recall/all`, which is read by the page. */
export const PAGE_LIMIT = 50;
const DAY_MS = 86_400_000;

/** Draws requests of the mix, each for an agent by chance: 70 % recall, 20 % remember, 10 % listings. */
export class RequestMix {
  constructor(
    private readonly agents: readonly LoadedAgent[],
    private readonly texts: TextSource,
    private readonly span: TimeSpan,
    private readonly random: Random,
  ) {}

  next(): MixedRequest {
    const agent = this.agents[randomInteger(this.random, 0, this.agents.length - 1)];
    if (agent === undefined) throw new Error('There is no agent to ask');
    const { path, token } = agent;
    const share = this.random();
    if (share < RECALLS) {
      const body = { query: this.texts.query(), limit: RECALL_LIMIT };
      return { kind: 'recall', path: `${path}/recall`, token, body: JSON.stringify(body) };
    }
    if (share < RECALLS + REMEMBERS) {
      const body = { content: this.texts.memory() };
      return { kind: 'remember', path: `${path}/remember`, token, body: JSON.stringify(body) };
    }
    const { name, body } = this.listing();
    return { kind: 'listing', path: `${path}/recall/${name}`, token, body: JSON.stringify(body) };
  }

  /** The four chronological listings, as often as each other. */
  private listing(): { name: string; body: object } {
    const { from, until } = this.span;
    switch (randomInteger(this.random, 0, 3)) {
      case 0:
        return { name: 'recent', body: { limit: LISTING_LIMIT } };
      case 1:
        return { name: 'as-of', body: { as_of: this.instant(from, until), limit: LISTING_LIMIT } };
      case 2:
        return {
          name: 'changed-since',
          body: { since: this.instant(until - DAY_MS, until), limit: LISTING_LIMIT },
        };
      default:
        return { name: 'all', body: { limit: PAGE_LIMIT } };
    }
  }

  private instant(from: number, until: number): string {
    return new Date(from + Math.floor(this.random() * (until - from))).toISOString();
  }
}
