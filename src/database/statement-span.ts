import { LRUCache } from 'lru-cache';
import { traced, type SpanStart } from '../common/tracing';
import { errorCode } from './database-errors';

/** Characters of a statement in a span. */
const MOST_TEXT = 2_000;
/** Statements whose description is kept. */
const MOST_KNOWN = 500;

/** A table after the word that leads to it; this project writes SQL's words in capitals and names in small letters. */
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+([a-z_][a-z0-9_]*)/g;
const COMMON_TABLE =
  /\b([a-z_][a-z0-9_]*)(?:\s*\([a-z0-9_,\s]*\))?\s+AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/g;

const known = new LRUCache<string, SpanStart>({ max: MOST_KNOWN });

/** Runs a statement in a span that has its text with placeholders, without the values. */
export function tracedStatement<T>(statement: { readonly text: string }, work: () => Promise<T>): Promise<T> {
  return tracedQuery(() => startOf(statement.text), work);
}

/** A call of a Prisma model, such as `findMany File`. */
export function tracedModelCall<T>(model: string, operation: string, work: () => Promise<T>): Promise<T> {
  return tracedQuery(() => spanOf(operation, model), work);
}

function tracedQuery<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  return traced(start, async (span) => {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error);
      if (code !== null) span?.tell({ 'db.response.status_code': code });
      throw error;
    }
  });
}

export function tracedTransaction<T>(work: () => Promise<T>): Promise<T> {
  const facts = { 'db.system.name': 'postgresql' };
  return traced(() => ({ name: 'TRANSACTION', kind: 'client', facts, isPart: true }), work);
}

function startOf(text: string): SpanStart {
  const before = known.get(text);
  if (before !== undefined) return before;
  const start = describe(text);
  known.set(text, start);
  return start;
}

export function describe(text: string): SpanStart {
  const shown = text.replace(/\s+/g, ' ').trim();
  const operation = /^\w+/.exec(shown)?.[0].toUpperCase() ?? 'STATEMENT';
  return spanOf(operation, tableOf(shown), { 'db.query.text': shown.slice(0, MOST_TEXT) });
}

/** https://opentelemetry.io/docs/specs/semconv/db/database-spans/ */
function spanOf(operation: string, subject: string | null, further: SpanStart['facts'] = {}): SpanStart {
  const summary = subject === null ? operation : `${operation} ${subject}`;
  const facts = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.summary': summary,
    ...further,
  };
  return { name: summary, kind: 'client', facts, isPart: true };
}

/** The first table that is one of the database. */
function tableOf(text: string): string | null {
  const common = new Set(Array.from(text.matchAll(COMMON_TABLE), ([, name]) => name));
  for (const [, name] of text.matchAll(TABLE)) {
    if (name !== undefined && !common.has(name)) return name;
  }
  return null;
}
