import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Env } from '../../../config/env';
import { Database } from '../../../database/database';
import { Embedder, EmbedderUnavailable } from '../../../inference/embedder';
import { quantize } from '../../../retrieval/vectors';
import { calibrate, QUESTIONS, STATEMENTS } from './calibration';
import { embedTexts } from './embed-texts';
import { EmbeddingBacklogRepository, textHash, type BacklogItem } from './embedding-backlog.repository';
import type { EmbeddingReport } from '../../memory-search';
import type { EmbeddingModel } from './embedding-model';
import { EmbeddingModelsRepository } from './embedding-models.repository';

/** Between two looks when nothing is to do: other processes store memories too. */
const IDLE_MS = 2_000;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 60_000;
const MAX_DEFER_MS = 3_600_000;
/** A memory that failed this often no longer holds up a change of models. It is still tried, now and then. */
export const MANY_ATTEMPTS = 6;
/** Memories enlisted, or vectors of a former model deleted, in one go. */
const SLICE = 2_000;

/**
 * Embeds memories in the background, a batch at a time. Everything it knows is in the database: it can be
 * stopped at any moment, and those of several processes share the work.
 */
@Injectable()
export class EmbeddingWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(EmbeddingWorker.name);
  private readonly models: EmbeddingModelsRepository;
  private readonly backlog: EmbeddingBacklogRepository;
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  /** How to end the present rest; `nudged` when there was none to end. */
  private rise: (() => void) | null = null;
  private nudged = false;
  /** In a row. */
  private failures = 0;
  private wanted: EmbeddingModel | null = null;
  private current: EmbeddingModel | null = null;
  private lastError: string | null = null;

  constructor(
    database: Database,
    private readonly embedder: Embedder,
    private readonly env: Env,
  ) {
    this.models = new EmbeddingModelsRepository(database);
    this.backlog = new EmbeddingBacklogRepository(database);
  }

  onApplicationBootstrap(): void {
    const { model } = this.embedder;
    if (model !== null) this.running = this.run(model);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    this.rise?.();
    await this.running;
  }

  /** Something was stored: look now. */
  wake(): void {
    this.nudged = true;
    // A model that does not answer is left alone for as long as its back-off says.
    if (this.failures === 0) this.rise?.();
  }

  /** The model whose vectors recall compares; null before the first is registered. */
  currentModel(): EmbeddingModel | null {
    return this.current;
  }

  /** Reads the current model again, which another process may have changed. */
  async refresh(): Promise<EmbeddingModel | null> {
    this.current = await this.models.current();
    return this.current;
  }

  /** Null without a model. */
  async report(): Promise<EmbeddingReport | null> {
    const { model } = this.embedder;
    if (model === null) return null;
    const { wanted, current } = this;
    const replaces = current !== null && wanted !== null && current.id !== wanted.id ? current.name : null;
    // Before all memories are enlisted, an empty backlog says nothing.
    const isKnown = wanted !== null && !(await this.models.hasToEnlist(wanted.id));
    const backlog = isKnown ? await this.backlog.count(wanted.id, MANY_ATTEMPTS) : null;
    return { model, replaces, backlog, lastError: this.lastError };
  }

  private async run(name: string): Promise<void> {
    while (!this.stopping.signal.aborted) await this.rest(await this.work(name));
  }

  /** Works once; how long to rest then, in milliseconds. */
  private async work(name: string): Promise<number> {
    this.nudged = false;
    try {
      const worked = await this.step(name);
      this.failures = 0;
      this.lastError = null;
      return worked ? 0 : IDLE_MS;
    } catch (error) {
      if (this.stopping.signal.aborted) return 0;
      this.note(error);
      const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures++);
      return longest * (0.5 + Math.random() / 2);
    }
  }

  /** One piece of work. False when there is none. */
  private async step(name: string): Promise<boolean> {
    // Before the model is asked: its server may be away, while the vectors there are can be compared.
    await this.refresh();
    const model = (this.wanted ??= await this.register(name));
    const enlisted = (await this.models.hasToEnlist(model.id)) && (await this.models.enlist(model.id, SLICE));
    const items = await this.backlog.claim(model.id, this.env.EMBEDDINGS_BATCH_SIZE, this.leaseMs);
    if (items.length > 0) {
      await this.embed(model, items);
      return true;
    }
    return enlisted || (await this.tidy(model));
  }

  /** What is to do when nothing waits. */
  private async tidy(model: EmbeddingModel): Promise<boolean> {
    if (this.current?.id !== model.id && (await this.models.takeOver(model.id, MANY_ATTEMPTS))) {
      this.logger.log(`Recall now uses the embeddings of ${model.name}`);
      await this.refresh();
      return true;
    }
    return this.models.dropFormer(SLICE);
  }

  /** Asks the model for its dimensions and its scale, so that they need no configuration. */
  private async register(name: string): Promise<EmbeddingModel> {
    const { EMBEDDINGS_QUERY_PREFIX: queryPrefix, EMBEDDINGS_TEXT_PREFIX: textPrefix } = this.env;
    const vectors = await this.embedder.embed(
      [...QUESTIONS.map((text) => queryPrefix + text), ...STATEMENTS.map((text) => textPrefix + text)],
      name,
      this.stopping.signal,
    );
    const questions = vectors.slice(0, QUESTIONS.length);
    const statements = vectors.slice(QUESTIONS.length);
    const dimensions = questions[0]?.length ?? 0;
    return this.models.register({ name, textPrefix, dimensions, ...calibrate(questions, statements) });
  }

  private async embed(model: EmbeddingModel, items: readonly BacklogItem[]): Promise<void> {
    try {
      const vectors = await this.vectorsOf(model, items);
      const embedded = items.flatMap((item) => {
        const vector = vectors.get(textHash(item.text));
        return vector ? [{ item, vector }] : [];
      });
      if (embedded.length > 0) await this.backlog.complete(model.id, embedded);
      for (const item of items) {
        if (!vectors.has(textHash(item.text))) await this.defer(model, item);
      }
    } catch (error) {
      await this.backlog.release(model.id, items);
      throw error;
    }
  }

  /** By hash: known ones, and for the rest what the model gives, each text once. */
  private async vectorsOf(
    model: EmbeddingModel,
    items: readonly BacklogItem[],
  ): Promise<Map<string, Int8Array>> {
    const texts = new Map(items.map(({ text }) => [textHash(text), text]));
    const vectors = await this.backlog.known(model.id, [...texts.keys()]);
    const fresh = [...texts].filter(([hash]) => !vectors.has(hash));
    const embedded = await embedTexts(
      fresh.map(([, text]) => model.textPrefix + text),
      (some) => this.callModel(model, some),
    );
    fresh.forEach(([hash], at) => {
      const vector = embedded[at];
      if (vector) vectors.set(hash, quantize(vector));
    });
    return vectors;
  }

  private async callModel(model: EmbeddingModel, texts: readonly string[]): Promise<Float32Array[]> {
    const vectors = await this.embedder.embed(texts, model.name, this.stopping.signal);
    if (vectors.some((vector) => vector.length !== model.dimensions)) {
      // The next step asks the model again, and finds another model behind the same name.
      this.wanted = null;
      throw new EmbedderUnavailable(`${model.name} no longer gives ${model.dimensions} dimensions`);
    }
    return vectors;
  }

  private defer(model: EmbeddingModel, item: BacklogItem): Promise<void> {
    const waitMs = Math.min(MAX_DEFER_MS, 1_000 * 4 ** item.attempts);
    return this.backlog.defer(model.id, item, waitMs);
  }

  /** Longer than the calls of a batch may take, however often it is divided, within reason. */
  private get leaseMs(): number {
    return 2 * this.env.EMBEDDINGS_TIMEOUT_MS + 30_000;
  }

  private note(error: unknown): void {
    const isKnown = error instanceof EmbedderUnavailable;
    // What is not the model's own message may name addresses, and the report is open to all.
    this.lastError = isKnown ? error.message : 'the database did not take part';
    if (this.failures === 0)
      this.logger.warn(`Embedding pauses: ${error instanceof Error ? error.message : String(error)}`);
  }

  private async rest(ms: number): Promise<void> {
    if (ms === 0 || this.stopping.signal.aborted || (this.nudged && this.failures === 0)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.rise = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.rise = null;
  }
}
