import { bulkhead, circuitBreaker, ConsecutiveBreaker, handleAll, wrap, type IPolicy } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { inTime } from '../../../common/deadline';
import type { Embedder } from '../../../inference/embedder';
import type { QueryVector } from '../../../retrieval/vectors';
import type { LexicalReason } from '../../memory-search';
import type { EmbeddingModel } from './embedding-models.repository';

const CACHED = 1_000;
const MAX_CALLS = 64;
const FAILURES_TO_OPEN = 3;
const OPEN_MS = 5_000;

type FoundVector =
  | { vector: QueryVector; reason: null }
  | { vector: null; reason: Extract<LexicalReason, 'model_late' | 'model_unavailable'> };

const LATE: FoundVector = { vector: null, reason: 'model_late' };
const UNAVAILABLE: FoundVector = { vector: null, reason: 'model_unavailable' };

/**
 * Vectors of queries, within a budget of time. A late call goes on, for the same query next time. A model that fails
 * or is late several times running is not asked for a while.
 */
export class QueryVectors {
  private readonly cached = new LRUCache<string, QueryVector>({ max: CACHED });
  private readonly underWay = new Map<string, Promise<FoundVector>>();
  private readonly breaker = circuitBreaker(handleAll, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  private readonly policy: IPolicy = wrap(bulkhead(MAX_CALLS), this.breaker);

  /** `budgetMs`: what a search spends on a vector before it goes without. */
  constructor(
    private readonly embedder: Embedder,
    private readonly budgetMs: number,
  ) {}

  /** Never rejects. */
  async find(text: string, model: EmbeddingModel): Promise<FoundVector> {
    const key = `${model.id} ${text}`;
    const known = this.cached.get(key);
    if (known) return { vector: known, reason: null };
    const call = this.underWay.get(key) ?? this.begin(key, text, model);
    return (await inTime(call, this.budgetMs)) ?? LATE;
  }

  /** The memory whose stored vector is that of the query with its text; undefined where a model takes queries otherwise. */
  storedFor(ofMemory: string | undefined, model: EmbeddingModel | null): string | undefined {
    if (model === null) return undefined;
    const { query, text } = this.embedder.prefixesOf(model.name);
    return query === text ? ofMemory : undefined;
  }

  private begin(key: string, text: string, model: EmbeddingModel): Promise<FoundVector> {
    const call = this.ask(text, model)
      .then((vector): FoundVector => {
        this.cached.set(key, vector);
        return { vector, reason: null };
      })
      .catch(() => UNAVAILABLE)
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, call);
    return call;
  }

  private ask(text: string, model: EmbeddingModel): Promise<QueryVector> {
    return this.policy
      .execute(async () => {
        const start = performance.now();
        const [values] = await this.embedder.embed(
          [this.embedder.prefixesOf(model.name).query + text],
          model.name,
        );
        if (values?.length !== model.dimensions) throw new Error('The model gives other dimensions');
        const vector = { spaceId: model.id, values };
        if (performance.now() - start > this.budgetMs) throw new LateVector(vector);
        return vector;
      })
      .catch((error: unknown) => {
        if (error instanceof LateVector) return error.vector;
        throw error;
      });
  }
}

/** The circuit counts it as a failure; the cache takes its vector. */
class LateVector extends Error {
  constructor(readonly vector: QueryVector) {
    super('The vector came too late');
  }
}
