import { isDeepStrictEqual } from 'node:util';
import { DatabaseChangeFeed } from '../../../src/backend/embedded/database-change-feed';
import { EmbeddedListings } from '../../../src/backend/embedded/embedded-listings';
import { benchTrail } from '../bench-trail';
import { FoundMemoriesRepository } from '../../../src/backend/embedded/found-memories.repository';
import { MemoriesRepository } from '../../../src/backend/embedded/memories.repository';
import type { MemoryFilter } from '../../../src/backend/memory-filter';
import { AgentOverrides } from '../../../src/database/agent-overrides';
import type { PrismaService } from '../../../src/database/prisma.service';
import type { Sql } from '../../../src/database/sql';
import { SessionsRepository } from '../../../src/sessions/sessions.repository';
import { LISTING_LIMIT, PAGE_LIMIT } from './request-mix';

/** Values that stand for what differs from request to request. */
const STAND_INS = {
  sessionId: '(session)',
  namespace: '(namespace)',
  xmin: '(xmin)',
  ids: ['(ids)'],
  memories: '[]',
  /** Of the memories to insert: none. */
  namespaces: [],
  at: new Date(0),
} as const;

type Parameter = keyof typeof STAND_INS;
export type Parameters = Partial<Record<Parameter, unknown>>;

export interface PreparedStatement {
  name: string;
  text: string;
  values: unknown[];
}

/** A statement of the service, with the places of its parameters. */
export class RecordedStatement {
  /** Null: a value that is always the same. */
  private readonly places: readonly (Parameter | null)[];

  constructor(
    private readonly name: string,
    private readonly text: string,
    private readonly recorded: readonly unknown[],
  ) {
    this.places = recorded.map(parameterOf);
  }

  /** For `pg`. Throws when a parameter is not given. */
  with(given: Parameters): PreparedStatement {
    const values = this.places.map((parameter, at) => {
      if (parameter === null) return this.recorded[at];
      const value = given[parameter];
      if (value === undefined) throw new Error(`${this.name} needs ${parameter}`);
      return value;
    });
    return { name: this.name, text: this.text, values };
  }
}

function parameterOf(value: unknown): Parameter | null {
  const parameters = Object.entries(STAND_INS) as [Parameter, unknown][];
  return parameters.find(([, standIn]) => isDeepStrictEqual(standIn, value))?.[0] ?? null;
}

export const STATEMENT_NAMES = [
  'session',
  'feedStart',
  'feedChanges',
  'insert',
  'byIds',
  'recent',
  'asOf',
  'changedSince',
  'page',
] as const;
export type StatementName = (typeof STATEMENT_NAMES)[number];
export type MixedStatements = Readonly<Record<StatementName, RecordedStatement>>;

/** Of a reading of changes in the service (`IndexFollower`). */
const FEED_LIMIT = 2000;
const EVERYTHING: MemoryFilter = {
  types: null,
  tags: null,
  sources: null,
  createdAfter: null,
  createdBefore: null,
  status: 'all',
};

/**
 * What the service asks the database for requests of the mix, taken from its repositories as they are now: they
 * run against a database that only writes down what it is asked.
 */
export async function recordStatements(): Promise<MixedStatements> {
  const asked: Sql[] = [];
  const recorder = {
    apart: (work: () => unknown) => work(),
    execute: async (statement: Sql) => asked.push(statement),
    query: async (statement: Sql) => {
      asked.push(statement);
      return [];
    },
  } as unknown as PrismaService;
  await askEverything(recorder);
  if (asked.length !== STATEMENT_NAMES.length)
    throw new Error('The repositories ask otherwise than expected');
  const recorded = STATEMENT_NAMES.map((name, at) => {
    const { text = '', values = [] } = asked[at] ?? {};
    return [name, new RecordedStatement(name, text, values)];
  });
  return Object.fromEntries(recorded) as MixedStatements;
}

/** In the order of `STATEMENT_NAMES`. */
async function askEverything(database: PrismaService): Promise<void> {
  const { sessionId, namespace, xmin, ids, at } = STAND_INS;
  const listings = new EmbeddedListings(database);
  const feed = new DatabaseChangeFeed(database, { withVectors: false, onNewServer: () => undefined });
  const cursor = { namespaceId: '', server: '', xmin, language: 'english', space: null } as const;
  await new SessionsRepository(database, new AgentOverrides(database)).find(sessionId);
  await feed.start(namespace);
  await feed.changes(namespace, cursor, { from: xmin, limit: FEED_LIMIT });
  const memories = new MemoriesRepository(database, benchTrail(database));
  await memories.insertPlaced([]);
  await new FoundMemoriesRepository(database, 0).find(ids.map((id) => ({ namespace, id })));
  await listings.recent(namespace, EVERYTHING, LISTING_LIMIT);
  await listings.asOf(namespace, at, EVERYTHING, { after: null, limit: LISTING_LIMIT });
  await listings.changedSince(namespace, at, EVERYTHING, LISTING_LIMIT);
  const page = { after: null, limit: PAGE_LIMIT };
  await listings.slices(namespace, EVERYTHING, page)[Symbol.asyncIterator]().next();
}
